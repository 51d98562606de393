import { useMemo } from 'react'
import { count, fill } from '../language/fill.ts'
import { regionName, sortedRegions } from '../language/region-names.ts'
import type { Phones } from './use-phones.ts'
import { words } from './words.ts'

/** What became of the phone numbers of the list, and one country for all that have no country code. */
export function PhoneCountry({
  phones: { counts, plans, proposed },
  country,
  onChange,
}: {
  phones: Phones
  country: string | undefined
  onChange: (country: string | undefined) => void
}) {
  const regions = useMemo(() => sortedRegions(plans?.countries ?? []), [plans])
  const { national, read, left } = counts
  if (national + left.unreadable === 0) return null
  return (
    <div className="invite-phones">
      {national > 0 && (
        <>
          <label className="field-label" htmlFor="invite-country">
            {words.phones.country}
          </label>
          <div className="invite-country">
            <select
              id="invite-country"
              className="field"
              value={plans ? (country ?? '') : ''}
              onChange={(event) => onChange(event.target.value || undefined)}
            >
              <option value="">{words.phones.noCountry}</option>
              {regions.map(({ code, name }) => (
                <option key={code} value={code}>
                  {fill(words.phones.countryWithCode, {
                    country: name,
                    code: plans?.callingCode(code) ?? '',
                  })}
                </option>
              ))}
            </select>
            {!country && proposed && (
              <button type="button" className="button button-small" onClick={() => onChange(proposed)}>
                {fill(words.phones.proposed, {
                  country: regionName(proposed),
                  code: plans?.callingCode(proposed) ?? '',
                })}
              </button>
            )}
          </div>
        </>
      )}
      <p className="note" role="status">
        {[
          read > 0 && count(words.phones.read, read, { code: plans?.callingCode(country ?? '') ?? '' }),
          left.country > 0 && count(words.phones.needCountry, left.country),
          left.unreadable > 0 && count(words.phones.unreadable, left.unreadable),
        ]
          .filter((sentence) => sentence !== false)
          .map((sentence) => (
            <span key={sentence}>{sentence}</span>
          ))}
      </p>
    </div>
  )
}
