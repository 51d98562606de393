import { type LanguageCode, languages, localeCodes } from '../words/languages.ts'

/** A select with the nine languages. */
export function LanguageChoice({
  label,
  value,
  onChange,
  optional,
}: {
  label: string
  value: LanguageCode | ''
  onChange: (chosen: LanguageCode | '') => void
  /** The label of the empty choice. */
  optional?: string
}) {
  return (
    <label className="field-label">
      {label}
      <select
        className="field"
        value={value}
        onChange={(event) => onChange(event.target.value as LanguageCode | '')}
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
