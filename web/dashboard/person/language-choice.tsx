import { languages } from './languages.ts'
import { type LocaleCode, localeCodes } from './search.ts'

/** One of the nine languages. */
export function LanguageChoice({
  label,
  value,
  onChange,
  optional,
}: {
  label: string
  value: LocaleCode | ''
  onChange: (chosen: LocaleCode | '') => void
  /** What the choice of none is called. */
  optional?: string
}) {
  return (
    <label className="field-label">
      {label}
      <select
        className="field"
        value={value}
        onChange={(event) => onChange(event.target.value as LocaleCode | '')}
      >
        {optional !== undefined && <option value="">{optional}</option>}
        {localeCodes.map((code) => (
          <option key={code} value={code}>
            {languages[code].name}
          </option>
        ))}
      </select>
    </label>
  )
}
