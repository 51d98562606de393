import { languages } from './languages.ts'
import { localeCodes, type ReportLocale } from './search.ts'

/** One of the nine languages. */
export function LanguageChoice({
  label,
  value,
  onChange,
  optional,
}: {
  label: string
  value: ReportLocale | ''
  onChange: (chosen: ReportLocale | '') => void
  /** What the choice of none is called. */
  optional?: string
}) {
  return (
    <label className="field-label">
      {label}
      <select
        className="field"
        value={value}
        onChange={(event) => onChange(event.target.value as ReportLocale | '')}
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
