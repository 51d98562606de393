import { useQuery } from '@tanstack/react-query'
import { hasScope } from '../client/access.ts'
import type { Account } from '../client/types.ts'
import { count } from '../language/fill.ts'
import { formatList } from '../language/formats.ts'
import { assessmentNames } from '../words/assessment-names.ts'
import type { DeliveryMode } from '../words/delivery.ts'
import { type FocusLength, focusFormWords, focusMinutes } from '../words/focus-forms.ts'
import { languages, localeCodes } from '../words/languages.ts'
import type { InviteDraft } from './draft.ts'
import { assessmentsQuery } from './queries.ts'
import { words } from './words.ts'

/** “As usual”, or what was chosen. */
export function optionsText(draft: InviteDraft): string {
  const parts = chosenOptions(draft)
  return parts.length === 0 ? words.options.usual : formatList(parts)
}

/** Whether one of them was chosen. */
export function hasOptions(draft: InviteDraft): boolean {
  return chosenOptions(draft).length > 0
}

function chosenOptions({ tagId, locale, way, again, assessmentIds, focusForm }: InviteDraft): string[] {
  const { options, tag } = words
  const code = localeCodes.find((one) => one === locale)
  return [
    ...(tagId === '' ? [] : [tag.chosen]),
    ...(code ? [languages[code].ownName] : []),
    ...(way === 'given' ? [] : [way === 'email' ? options.byEmail : options.bySms]),
    ...(again ? [] : [options.noResend]),
    ...(assessmentIds ? [formatList(assessmentIds.map((id) => assessmentNames[id]))] : []),
    ...(focusForm ? [focusFormWords[focusForm]] : []),
  ]
}

/** The language of the email and of the pages. A row with its own language keeps it. */
export function InviteLanguage({ locale, onChange }: { locale: string; onChange: (locale: string) => void }) {
  return (
    <div className="invite-option">
      <label className="field-label invite-option-head" htmlFor="invite-language">
        {words.options.language}
      </label>
      <select
        id="invite-language"
        className="field"
        value={locale}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">{words.options.accountLanguage}</option>
        {localeCodes.map((code) => (
          <option key={code} value={code}>
            {languages[code].ownName}
          </option>
        ))}
      </select>
    </div>
  )
}

/** The channel of the links, and whether existing people get a new one. */
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
        {words.options.sendBy}
      </label>
      <select
        id="invite-way"
        className="field"
        value={way}
        onChange={(event) => onWay(event.target.value as DeliveryMode)}
      >
        <option value="given">{words.options.byGiven}</option>
        <option value="email">{words.options.byEmail}</option>
        <option value="sms">{words.options.bySms}</option>
      </select>
      <label className="box-label">
        <input type="checkbox" checked={again} onChange={(event) => onAgain(event.target.checked)} />
        {words.options.resend}
      </label>
    </div>
  )
}

const every = ['disc', 'focus', 'core'] as const
type Chosen = readonly (typeof every)[number][]

/** The assessments for new people, and the length of Focus. The account's defaults are not sent. */
export function Assessments({
  chosen,
  focusForm,
  account,
  onChange,
  onForm,
}: {
  chosen: Chosen | undefined
  focusForm: FocusLength | undefined
  /** Has the defaults. */
  account: Account | undefined
  onChange: (chosen: Chosen | undefined) => void
  onForm: (form: FocusLength | undefined) => void
}) {
  const { defaultAssessmentIds: defaults, focusForm: usualForm = 'focus-120' } = account?.preferences ?? {}
  const catalogue = useQuery({ ...assessmentsQuery, enabled: hasScope('account:read') }).data
  const usual = defaults?.length ? defaults : every
  const now = chosen ?? usual
  const turn = (id: (typeof every)[number]) => {
    const next = every.filter((one) => (one === id ? !now.includes(id) : now.includes(one)))
    if (next.length === 0) return
    const isUsual = next.length === usual.length && next.every((one) => usual.includes(one))
    onChange(isUsual ? undefined : next)
  }
  const minutes = catalogue
    ?.filter(({ id }) => now.includes(id))
    .reduce(
      (sum, { id, estimatedMinutes }) =>
        sum + (id === 'focus' ? focusMinutes[focusForm ?? usualForm] : estimatedMinutes),
      0,
    )
  return (
    <fieldset className="invite-option">
      <legend className="field-label invite-option-head">{words.options.assessments}</legend>
      <div className="invite-assessments">
        {every.map((id) => (
          <label key={id} className="box-label">
            <input
              type="checkbox"
              checked={now.includes(id)}
              // At least one assessment, so the last one can't be unchecked.
              aria-disabled={now.length === 1 && now[0] === id}
              onChange={() => turn(id)}
            />
            {catalogue?.find((one) => one.id === id)?.name ?? assessmentNames[id]}
          </label>
        ))}
        <span className="note">
          {minutes === undefined ? '\u00a0' : count(words.options.minutes, Math.round(minutes))}
        </span>
      </div>
      {now.includes('focus') && (
        <label className="invite-focus-length">
          <span className="note">{words.options.focusLength}</span>
          <select
            className="field"
            value={focusForm ?? usualForm}
            onChange={(event) => {
              const form = event.target.value as FocusLength
              onForm(form === usualForm ? undefined : form)
            }}
          >
            {(['focus-120', 'focus-60'] as const).map((form) => (
              <option key={form} value={form}>
                {focusFormWords[form]}
              </option>
            ))}
          </select>
        </label>
      )}
    </fieldset>
  )
}
