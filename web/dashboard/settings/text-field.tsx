import { useState } from 'react'
import type { ApiError } from '../client/api-error.ts'
import type { PreferenceValues } from './preference-changes.ts'
import { preferenceProblem } from './problems.ts'

export type Options = { hint?: string; type?: 'email' | 'text'; inputMode?: 'numeric' }

/** One line of text, marked once it is left with something in it that cannot be sent, or that was refused. */
export function TextField({
  name,
  label,
  hint,
  type = 'text',
  inputMode,
  written,
  set,
  refusal,
  isTried,
}: Options & {
  name: keyof PreferenceValues
  label: string
  written: PreferenceValues
  set: (fields: Partial<PreferenceValues>) => void
  refusal: ApiError | undefined
  /** Somebody tried to save: all fields are judged then. */
  isTried: boolean
}) {
  const [isLeft, setLeft] = useState(false)
  const refused = refusal?.param?.startsWith(name) ? refusal.message : undefined
  const problem = (isLeft || isTried ? preferenceProblem(name, written) : undefined) ?? refused
  return (
    <label className="field-label">
      {label}
      <input
        className="field"
        name={name}
        type={type}
        inputMode={inputMode}
        value={String(written[name])}
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${name}-note`}
        // Not judged while it is first written; what was marked is right as soon as it is mended.
        onBlur={() => setLeft(true)}
        onChange={(event) => set({ [name]: event.target.value })}
      />
      <span id={`${name}-note`} aria-live="polite" className={problem ? 'field-problem' : 'note'}>
        {problem ?? hint}
      </span>
    </label>
  )
}
