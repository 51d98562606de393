import type { Shape } from '../../src/http/views/reference-view.ts'
import { notesOf } from './api-shapes.ts'
import { PlainInline } from './plain-prose.tsx'

/** Fields of a schema, one line each. */
export function PlainFields({ shape: { properties = {}, required = [] } }: { shape: Shape }) {
  return (
    <dl>
      {Object.entries(properties).map(([name, field]) => (
        <PlainLine
          key={name}
          name={name}
          note={notesOf(field, required.includes(name))}
          text={field.description}
        />
      ))}
    </dl>
  )
}

/** A name with its type and description. */
export function PlainLine({
  name,
  note,
  text = '',
}: {
  name: string
  note: readonly string[]
  text?: string | undefined
}) {
  return (
    <div>
      <dt>
        <code>{name}</code> <span>{note.join(', ')}</span>
      </dt>
      <dd>
        <PlainInline text={text} />
      </dd>
    </div>
  )
}
