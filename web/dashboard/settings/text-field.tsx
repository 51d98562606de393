import { type ReactNode, useState } from 'react'
import type { ApiError } from '../client/api-error.ts'
import type { PreferenceValues } from './preference-changes.ts'
import { preferenceProblem } from './problems.ts'

export type Options = {
  hint?: string
  type?: 'email' | 'text'
  inputMode?: 'numeric'
  /** Another field for the same value. */
  beside?: ReactNode
}

/** A text field that shows its problem after blur, or after the service refused the value. */
export function TextField({
  name,
  label,
  hint,
  type = 'text',
  inputMode,
  beside,
  values,
  set,
  refusal,
  isTried,
}: Options & {
  name: keyof PreferenceValues
  label: string
  values: PreferenceValues
  set: (fields: Partial<PreferenceValues>) => void
  refusal: ApiError | undefined
  /** The user tried to save: all fields are validated from then on. */
  isTried: boolean
}) {
  const [isLeft, setLeft] = useState(false)
  const refused = refusal?.param?.startsWith(name) ? refusal.message : undefined
  const problem = (isLeft || isTried ? preferenceProblem(name, values) : undefined) ?? refused
  return (
    <div className="field-label">
      <label htmlFor={`${name}-field`}>{label}</label>
      <div className="field-parts">
        {beside}
        <input
          id={`${name}-field`}
          className="field"
          name={name}
          type={type}
          inputMode={inputMode}
          value={String(values[name])}
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${name}-note`}
          // Not validated during the first input. A marked field is updated while typing.
          onBlur={() => setLeft(true)}
          onChange={(event) => set({ [name]: event.target.value })}
        />
      </div>
      <span id={`${name}-note`} aria-live="polite" className={problem ? 'field-problem' : 'note'}>
        {problem ?? hint}
      </span>
    </div>
  )
}
