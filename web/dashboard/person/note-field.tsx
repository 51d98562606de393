import type { Ref } from 'react'
import { count } from '../language/fill.ts'
import { words } from './words.ts'

const maxLength = 2000

/** A field for a note. It says how much is left once that matters. */
export function NoteField({
  ref,
  label,
  value,
  onChange,
}: {
  ref?: Ref<HTMLTextAreaElement>
  label: string
  value: string
  onChange: (text: string) => void
}) {
  const left = maxLength - value.length
  return (
    <label className="field-label">
      {label}
      <textarea
        ref={ref}
        className="field"
        rows={4}
        maxLength={maxLength}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {left <= 200 && <span className="note">{count(words.notes.left, left)}</span>}
    </label>
  )
}
