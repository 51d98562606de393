import { useQuery } from '@tanstack/react-query'
import { hasScope } from '../client/access.ts'
import { assessmentNames } from '../words/assessment-names.ts'
import { languages, localeCodes } from '../words/languages.ts'
import { assessmentsQuery } from './queries.ts'
import type { DeliveryMode } from './verdicts.ts'

/** The language of the letter and of the pages; a row that names its own keeps it. */
export function InviteLanguage({ locale, onChange }: { locale: string; onChange: (locale: string) => void }) {
  return (
    <div className="invite-option">
      <label className="field-label invite-option-head" htmlFor="invite-language">
        Language
      </label>
      <select
        id="invite-language"
        className="field"
        value={locale}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">As usual on the account</option>
        {localeCodes.map((code) => (
          <option key={code} value={code}>
            {languages[code].ownName}
          </option>
        ))}
      </select>
    </div>
  )
}

/** By which address links go, and whether people who are here already get a new one. */
export function SendBy({
  way,
  onWay,
  again,
  onAgain,
}: {
  way: DeliveryMode
  onWay: (way: DeliveryMode) => void
  again: boolean
  onAgain: (again: boolean) => void
}) {
  return (
    <div className="invite-option">
      <label className="field-label invite-option-head" htmlFor="invite-way">
        Send by
      </label>
      <select
        id="invite-way"
        className="field"
        value={way}
        onChange={(event) => onWay(event.target.value as DeliveryMode)}
      >
        <option value="given">Email, or SMS without one</option>
        <option value="email">Email only</option>
        <option value="sms">SMS only</option>
      </select>
      <label className="invite-box">
        <input type="checkbox" checked={again} onChange={(event) => onAgain(event.target.checked)} />
        Also to those here already
      </label>
    </div>
  )
}

const every = ['disc', 'focus', 'core'] as const
type Chosen = readonly (typeof every)[number][]

/** What people are asked to take. As long as it is what is usual, nothing is fixed. */
export function Assessments({
  chosen,
  usual: given,
  onChange,
}: {
  chosen: Chosen | undefined
  /** What is usual on the account. */
  usual: Chosen | undefined
  onChange: (chosen: Chosen | undefined) => void
}) {
  const catalogue = useQuery({ ...assessmentsQuery, enabled: hasScope('account:read') }).data
  const usual = given?.length ? given : every
  const now = chosen ?? usual
  const turn = (id: (typeof every)[number]) => {
    const next = every.filter((one) => (one === id ? !now.includes(id) : now.includes(one)))
    if (next.length === 0) return
    const isUsual = next.length === usual.length && next.every((one) => usual.includes(one))
    onChange(isUsual ? undefined : next)
  }
  const minutes = catalogue
    ?.filter(({ id }) => now.includes(id))
    .reduce((sum, { estimatedMinutes }) => sum + estimatedMinutes, 0)
  return (
    <fieldset className="invite-option">
      <legend className="field-label invite-option-head">What they take</legend>
      <div className="invite-assessments">
        {every.map((id) => (
          <label key={id} className="invite-box">
            <input
              type="checkbox"
              checked={now.includes(id)}
              // One at least is taken, so the last one cannot be put away.
              aria-disabled={now.length === 1 && now[0] === id}
              onChange={() => turn(id)}
            />
            {catalogue?.find((one) => one.id === id)?.name ?? assessmentNames[id]}
          </label>
        ))}
        <span className="note">
          {minutes === undefined ? '\u00a0' : `About ${Math.round(minutes)} minutes`}
        </span>
      </div>
    </fieldset>
  )
}
