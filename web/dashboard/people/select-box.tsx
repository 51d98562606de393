import { useEffect, useRef } from 'react'
import { fill } from '../language/fill.ts'
import { words } from './words.ts'

/** Selects one person; with Shift, everyone from the last selected one. */
export function SelectBox({
  name,
  isChosen,
  onToggle,
}: {
  name: string
  isChosen: boolean
  onToggle: (isRange: boolean) => void
}) {
  return (
    <label className="choose-box">
      <input
        type="checkbox"
        checked={isChosen}
        aria-label={fill(words.row.choose, { name })}
        // With Shift, the browser would select the text in between.
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
        onChange={({ nativeEvent }) => onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
    </label>
  )
}

/** Selects everyone on the page. */
export function SelectPageBox({
  state,
  onToggle,
}: {
  state: 'all' | 'some' | 'none'
  onToggle: (isChosen: boolean) => void
}) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = state === 'some'
  }, [state])
  return (
    <label className="choose-box">
      <input
        ref={box}
        type="checkbox"
        checked={state === 'all'}
        aria-label={words.chooseAll.table}
        onChange={() => onToggle(state !== 'all')}
      />
    </label>
  )
}
