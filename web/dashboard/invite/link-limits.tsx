import { fill } from '../language/fill.ts'
import { daysOfLinks, type LinkLimitValues } from './limits-to-send.ts'
import { words } from './words.ts'

/** How long the link works, and how many people can start. */
export function LinkLimits({
  limits,
  onChange,
}: {
  limits: LinkLimitValues
  onChange: (limits: LinkLimitValues) => void
}) {
  return (
    <>
      <div className="invite-option">
        <label className="field-label invite-option-head" htmlFor="link-days">
          {words.link.days}
        </label>
        <select
          id="link-days"
          className="field"
          value={limits.days}
          onChange={(event) => onChange({ ...limits, days: Number(event.target.value) })}
        >
          {daysOfLinks.map((days) => (
            <option key={days} value={days}>
              {days === 365 ? words.link.year : fill(words.link.dayCount, { n: days })}
            </option>
          ))}
        </select>
      </div>
      <div className="invite-option">
        <label className="field-label invite-option-head" htmlFor="link-most">
          {words.link.most}
        </label>
        <input
          id="link-most"
          className="field"
          type="number"
          min={1}
          max={1_000_000}
          step={1}
          inputMode="numeric"
          placeholder={words.link.unlimited}
          value={limits.most}
          onChange={(event) => onChange({ ...limits, most: event.target.value })}
        />
      </div>
    </>
  )
}
