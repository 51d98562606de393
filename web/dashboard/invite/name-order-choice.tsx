import { useId } from 'react'
import { fill } from '../language/fill.ts'
import { type ListOrder, type NameOrder, nameInOrder } from './name-order.ts'
import { words } from './words.ts'

/** Asks once for a list which name comes first, because no address of it shows that. */
export function NameOrderChoice({
  list: { order, example },
  onChange,
}: {
  list: ListOrder
  onChange: (order: NameOrder) => void
}) {
  const name = useId()
  if (!example) return null
  return (
    <fieldset className="invite-order">
      <legend className="field-label">{words.nameOrder.ask}</legend>
      {(['firstLast', 'lastFirst'] as const).map((one) => (
        <label key={one} className="box-label">
          <input type="radio" name={name} checked={order === one} onChange={() => onChange(one)} />
          {fill(words.nameOrder.reading, {
            first: nameInOrder(example, one).firstName ?? '',
            last: nameInOrder(example, one).lastName ?? '',
          })}
        </label>
      ))}
    </fieldset>
  )
}
