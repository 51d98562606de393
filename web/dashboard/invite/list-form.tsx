import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { accountQuery } from '../client/queries.ts'
import { count, fill } from '../language/fill.ts'
import { ApiCall } from '../ui/api-call.tsx'
import { usualCampaignName } from '../ui/campaign-name.ts'
import { CampaignPart } from '../ui/campaign-part.tsx'
import { newCampaign, parseDays } from '../words/campaign-values.ts'
import { localeCodes } from '../words/languages.ts'
import { CheckErrorNote } from './check-error.tsx'
import type { ChosenField, ColumnChoices } from './column-choices.ts'
import { ColumnMapping } from './column-mapping.tsx'
import { createRun } from './create-run.ts'
import type { InviteDraft } from './draft.ts'
import { importRow } from './import-row.ts'
import { InviteTagSelect } from './invite-tag-select.tsx'
import { inviteeName } from './invitee.ts'
import { LinesField, markLine } from './lines-field.tsx'
import { type ListedPerson, mergeDuplicates } from './merge-duplicates.ts'
import { Assessments, InviteLanguage, SendBy } from './options.tsx'
import { PhoneCountry } from './phone-country.tsx'
import { Preview } from './preview.tsx'
import { ProfileLimitNote } from './profile-limit-note.tsx'
import type { ListColumn, ParsedList } from './read-list.ts'
import type { Run } from './run.ts'
import { countVerdicts, newTagsText, tallyText } from './tally.ts'
import { type Check, useCheck } from './use-check.ts'
import { usePhones } from './use-phones.ts'
import { type ListVerdict, listVerdict } from './verdicts.ts'
import { words } from './words.ts'

type Props = {
  draft: InviteDraft
  change: (fields: Partial<InviteDraft>) => void
  list: ParsedList
  choices: ColumnChoices
  onChoose: (column: ListColumn, field: ChosenField) => void
  /** Whether the user comes back from sending and continues typing. */
  isBack: boolean
  onSend: (run: Run) => void
}

/**
 * Lines on the left, the outcome of each on the right, and the send button below. Not a form element: Enter in a
 * field must not send emails.
 */
export function ListForm({ draft, change, list, choices, onChoose, isBack, onSend }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const { data: account, isError } = useQuery(accountQuery)
  const phones = usePhones(list.entries, draft)
  const people = useMemo(() => mergeDuplicates(phones.entries), [phones.entries])
  const check = useCheck(people)
  const { verdicts, tally } = judged(people, check, draft)
  const reminderDays = account?.preferences.reminderDays
  const campaign = draft.campaign ?? newCampaign(reminderDays)
  const usualName = usualCampaignName(
    people.filter(({ problem }) => !problem).map(({ person }) => inviteeName(person)),
  )
  const newTags = check.checked?.newTags ?? []
  const isReady =
    check.isSettled && !phones.isLoading && check.error === null && parseDays(campaign.days) !== undefined
  const send = (sends: boolean) => {
    if (!isReady || (sends ? tally.invites : tally.added) === 0) return
    onSend(createRun({ people, verdicts, check, draft, list, sends, usualName, reminderDays }))
  }
  useEffect(() => {
    if (isBack) field.current?.focus()
  }, [isBack])
  return (
    <>
      <div className="invite-columns">
        <div className="invite-written">
          <LinesField ref={field} draft={draft} change={change} list={list} choices={choices} />
          <PhoneCountry phones={phones} country={draft.country} onChange={(country) => change({ country })} />
          {list.head && (
            <ColumnMapping columns={list.head.columns} mayTag={choices.mayTag === true} onChoose={onChoose} />
          )}
          <div className="invite-options">
            <InviteTagSelect tagId={draft.tagId} onChange={(tagId) => change({ tagId })} />
            <InviteLanguage locale={draft.locale} onChange={(locale) => change({ locale })} />
            <SendBy
              way={draft.way}
              onWay={(way) => change({ way })}
              again={draft.again}
              onAgain={(again) => change({ again })}
            />
            <Assessments
              chosen={draft.assessmentIds}
              focusForm={draft.focusForm}
              account={account}
              onChange={(assessmentIds) => change({ assessmentIds })}
              onForm={(focusForm) => change({ focusForm })}
            />
          </div>
          <p className="note">{words.options.note}</p>
        </div>
        <div className="invite-outcomes">
          <Preview
            people={people}
            verdicts={verdicts}
            outcomeOf={check.outcomeOf}
            tooMany={list.tooMany}
            onLine={(line) => field.current && markLine(field.current, line)}
          />
          <p className="note invite-tally" role="status">
            {people.length > 0 && check.isSettled && check.error === null && tallyText(tally)}
            {newTags.length > 0 && check.isSettled && (
              <span className="invite-new-tags">{newTagsText(newTags)}</span>
            )}
          </p>
          <ProfileLimitNote
            usage={account?.usage}
            isClosed={isError}
            checked={check.checked}
            added={tally.added}
            overCap={tally.overCap}
          />
        </div>
      </div>
      <section className="invite-campaign" aria-labelledby="invite-campaign">
        <h2 id="invite-campaign" className="section">
          {words.campaign.title}
        </h2>
        <CampaignPart
          values={campaign}
          change={(fields) => change({ campaign: { ...campaign, ...fields } })}
          usualName={usualName}
          account={account}
          person={previewedPerson(people, verdicts, draft)}
        />
      </section>
      <CheckErrorNote check={check} />
      <div className="invite-foot">
        <p className="note">
          {check.isChecking && people.length > 500
            ? fill(words.send.checked, { n: check.done, total: people.length })
            : words.send.linkDays}
        </p>
        {tally.added > 0 && (
          <button type="button" className="button" aria-disabled={!isReady} onClick={() => send(false)}>
            {fill(words.send.addOnly, { n: tally.added })}
          </button>
        )}
        <button
          type="button"
          className="button button-main"
          aria-disabled={!isReady || tally.invites === 0}
          onClick={() => send(true)}
        >
          {tally.invites === 0 ? words.send.none : count(words.send.invites, tally.invites)}
        </button>
      </div>
      <ApiCall
        route="POST /profiles/import"
        request={{ body: { rows: exampleRows(people), dryRun: true } }}
      />
    </>
  )
}

function judged(people: readonly ListedPerson[], check: Check, { way, again }: InviteDraft) {
  const outcomes = people.map((person) => check.outcomeOf(person))
  const verdicts = people.map(
    (person, place): ListVerdict =>
      listVerdict(person, outcomes[place], { way, again, isFailed: check.error !== null }, check.linesOf),
  )
  return { verdicts, tally: countVerdicts(verdicts, outcomes) }
}

/** The email is shown as the first one to whom it goes gets it. */
function previewedPerson(
  people: readonly ListedPerson[],
  verdicts: readonly ListVerdict[],
  { locale, assessmentIds, focusForm }: InviteDraft,
) {
  const { firstName, locale: own } =
    people.find(({ person }, place) => person.email && verdicts[place]?.kind === 'sends')?.person ?? {}
  const code = localeCodes.find((one) => one === (own || locale))
  return {
    ...(firstName && { firstName }),
    ...(code && { locale: code }),
    ...(assessmentIds && { assessmentIds: [...assessmentIds] }),
    ...(focusForm && { focusForm }),
  }
}

/** Two rows are enough to show the request. */
function exampleRows(people: readonly ListedPerson[]) {
  const rows = people.filter(({ problem }) => !problem).slice(0, 2)
  return rows.length > 0
    ? rows.map(({ person }) => importRow(person))
    : [{ email: 'ada@example.com', firstName: words.exampleFirstName }]
}
