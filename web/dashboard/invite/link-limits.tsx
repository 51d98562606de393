import { daysOfLinks, type LinkLimitValues } from './limits-to-send.ts'

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
          Works for
        </label>
        <select
          id="link-days"
          className="field"
          value={limits.days}
          onChange={(event) => onChange({ ...limits, days: Number(event.target.value) })}
        >
          {daysOfLinks.map((days) => (
            <option key={days} value={days}>
              {days === 365 ? 'A year' : `${days} days`}
            </option>
          ))}
        </select>
      </div>
      <div className="invite-option">
        <label className="field-label invite-option-head" htmlFor="link-most">
          Most people, if limited
        </label>
        <input
          id="link-most"
          className="field"
          type="number"
          min={1}
          max={1_000_000}
          step={1}
          inputMode="numeric"
          placeholder="No limit"
          value={limits.most}
          onChange={(event) => onChange({ ...limits, most: event.target.value })}
        />
      </div>
    </>
  )
}
