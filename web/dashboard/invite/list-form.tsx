import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { accountQuery } from '../client/queries.ts'
import type { Account, Campaign } from '../client/types.ts'
import { count, fill } from '../language/fill.ts'
import { joinSentences } from '../language/formats.ts'
import { ApiCall } from '../ui/api-call.tsx'
import { CampaignChoice } from '../ui/campaign-choice.tsx'
import { CampaignEmail } from '../ui/campaign-email.tsx'
import { words as campaignWords } from '../ui/campaign-email-words.ts'
import { usualCampaignName } from '../ui/campaign-name.ts'
import { CampaignPart } from '../ui/campaign-part.tsx'
import { remindersText } from '../ui/reminders-text.ts'
import { useCampaignCheck } from '../ui/use-campaign-check.ts'
import { useRefusals } from '../ui/use-refusals.ts'
import { type CampaignValues, campaignBody, newCampaign, parseDays } from '../words/campaign-values.ts'
import { channelFor } from '../words/delivery.ts'
import { localeCodes } from '../words/languages.ts'
import { outcomeText } from '../words/outcomes.ts'
import { CheckErrorNote, InviteErrorNote } from './check-error.tsx'
import type { ChosenField, ColumnChoices } from './column-choices.ts'
import { ColumnMapping } from './column-mapping.tsx'
import { createRun } from './create-run.ts'
import type { InviteDraft } from './draft.ts'
import { FoldedPart } from './folded-part.tsx'
import { importRow } from './import-row.ts'
import { InviteTagSelect } from './invite-tag-select.tsx'
import { inviteeName } from './invitee.ts'
import { LinesField, markLine } from './lines-field.tsx'
import { type ChosenNames, type ListedPerson, mergeDuplicates, namesLeftOut } from './merge-duplicates.ts'
import { NameOrderChoice } from './name-order-choice.tsx'
import { Assessments, hasOptions, InviteLanguage, optionsText, SendBy } from './options.tsx'
import { PhoneCountry } from './phone-country.tsx'
import { Preview } from './preview.tsx'
import { ProfileLimitNote } from './profile-limit-note.tsx'
import type { ListColumn, ParsedList } from './read-list.ts'
import type { Run } from './run.ts'
import { countVerdicts, newTagsText, tallyText } from './tally.ts'
import { type Check, useCheck } from './use-check.ts'
import { chosen } from './use-draft.ts'
import { usePhones } from './use-phones.ts'
import { useTarget } from './use-target.ts'
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
  const phones = usePhones(list.entries, draft, account?.preferences)
  const { names, apart, taken } = draft
  const people = useMemo(
    () => mergeDuplicates(phones.entries, names, { apart, taken }),
    [phones.entries, names, apart, taken],
  )
  const check = useCheck(people)
  const target = useTarget(draft.campaignId)
  const { verdicts, tally, isSettled } = useVerdicts(people, check, draft, target.id)
  const reminderDays = account?.preferences.reminderDays
  const campaign = draft.campaign ?? newCampaign(reminderDays)
  const usualName = usualCampaignName(
    people.filter(({ problem }) => !problem).map(({ person }) => inviteeName(person)),
  )
  const newTags = check.checked?.newTags ?? []
  const [opened, setOpened] = useState(() => ({
    options: hasOptions(draft),
    campaign: draft.campaign !== undefined,
  }))
  const campaignCheck = useCampaignCheck(() => setOpened((before) => ({ ...before, campaign: true })))
  const isChecked = isSettled && check.error === null
  const isReady = isChecked && !phones.isLoading && !campaignCheck.isChecking && !target.isLoading
  const send = async (sends: boolean) => {
    if (people.length === 0) return field.current?.focus()
    if (!isReady || (sends ? tally.invites : tally.added) === 0) return
    const campaignId = target.id
    const run = createRun({
      people,
      verdicts,
      check,
      draft,
      list,
      sends,
      usualName,
      reminderDays,
      campaignId,
    })
    // Before anyone is added.
    if (sends && !campaignId && !(await campaignCheck.check(campaign, campaignBody(campaign, usualName))))
      return
    onSend(run)
  }
  const navigate = useNavigate()
  const choose = (value: string) => {
    const campaignId = value || undefined
    change(chosen(campaignId))
    void navigate({
      to: '/invite',
      search: (before) => ({ ...before, campaignId }),
      replace: true,
      resetScroll: false,
    })
  }
  useEffect(() => {
    if (isBack) field.current?.focus()
  }, [isBack])
  return (
    <>
      <p className="note invite-lede" role="status">
        {target.campaign ? fill(words.campaign.into, { name: target.campaign.name }) : words.onlyList}
      </p>
      <div className="invite-columns">
        <div className="invite-written">
          <LinesField ref={field} draft={draft} change={change} list={list} choices={choices} />
          {list.nameOrder && (
            <NameOrderChoice list={list.nameOrder} onChange={(nameOrder) => change({ nameOrder })} />
          )}
          <PhoneCountry phones={phones} country={draft.country} onChange={(country) => change({ country })} />
          {list.head && (
            <ColumnMapping columns={list.head.columns} mayTag={choices.mayTag === true} onChoose={onChoose} />
          )}
        </div>
        <div className="invite-outcomes">
          <Preview
            people={people}
            verdicts={verdicts}
            outcomeOf={check.outcomeOf}
            tooMany={list.tooMany}
            unused={list.head?.unused ?? []}
            onName={(address, key) => change({ names: withName(names, address, key) })}
            onApart={(key, isApart) => change({ apart: withApart(apart, key, isApart) })}
            onLine={(line) => field.current && markLine(field.current, line)}
          />
          <p className="note invite-tally" role="status">
            {people.length > 0 && isChecked && tallyText(tally)}
            {isChecked && tally.invites === 0 && tally.left > 0 && tally.wrong === 0 && (
              <span className="invite-new-tags">{words.send.nobody}</span>
            )}
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
      <FoldedPart
        title={words.options.title}
        summary={optionsText(draft)}
        isOpen={opened.options}
        onOpen={(options) => setOpened((before) => ({ ...before, options }))}
      >
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
      </FoldedPart>
      <FoldedPart
        title={words.campaign.title}
        summary={campaignText(target.campaign ? valuesOf(target.campaign) : campaign, usualName, account)}
        isOpen={opened.campaign}
        onOpen={(isOpen) => setOpened((before) => ({ ...before, campaign: isOpen }))}
      >
        <CampaignChoice
          value={target.id ?? ''}
          onChange={choose}
          fresh={campaignWords.choice.new}
          own={target.campaign ? [target.campaign] : []}
        />
        {target.campaign ? (
          <>
            <p className="note">{campaignWords.choice.into}</p>
            <CampaignEmail campaignId={target.campaign.id} />
          </>
        ) : (
          <CampaignPart
            values={campaign}
            change={(fields) => change({ campaign: { ...campaign, ...fields } })}
            usualName={usualName}
            account={account}
            check={campaignCheck}
            person={previewedPerson(people, verdicts, draft)}
          />
        )}
      </FoldedPart>
      <CheckErrorNote check={check} />
      {target.error !== null && <InviteErrorNote error={target.error} retry={target.retry} />}
      {campaignCheck.error !== undefined && (
        <InviteErrorNote error={campaignCheck.error} retry={() => void send(true)} />
      )}
      <div className="invite-foot invite-bar">
        {check.isChecking && people.length > 500 ? (
          <p className="note">{fill(words.send.checked, { n: check.done, total: people.length })}</p>
        ) : (
          <p className="note invite-days">{words.send.linkDays}</p>
        )}
        {tally.added > 0 && (
          <button type="button" className="button" aria-disabled={!isReady} onClick={() => void send(false)}>
            {fill(words.send.addOnly, { n: tally.added })}
          </button>
        )}
        <button
          type="button"
          className="button button-main"
          aria-disabled={people.length > 0 && (!isReady || tally.invites === 0)}
          onClick={() => void send(true)}
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

/** An empty key takes a choice back. */
function withName(names: ChosenNames | undefined, address: string, key: string): ChosenNames {
  const { [address]: _, ...others } = names ?? {}
  return key === '' ? others : { ...others, [address]: key }
}

function withApart(apart: readonly string[] = [], key: string, isApart: boolean): readonly string[] {
  const others = apart.filter((one) => one !== key)
  return isApart ? [...others, key] : others
}

/** “Invites of 29 November 2026. Reminders on 2 Dec, 5 Dec.” */
function campaignText(
  { name, days, note, deadline }: CampaignValues,
  usualName: string,
  account: Account | undefined,
): string {
  const { summary } = words.campaign
  const parsed = parseDays(days)
  return joinSentences([
    fill(summary.name, { name: name.trim() || usualName }),
    ...(parsed ? [remindersText(parsed, { deadline, zone: account?.preferences.timezone })] : []),
    ...(note.trim() === '' ? [] : [summary.note]),
  ])
}

function valuesOf({
  name,
  deadline,
  senderName,
  repliesToMemberId,
  note,
  reminderDays,
}: Campaign): CampaignValues {
  return {
    name,
    deadline: deadline ?? '',
    senderName: senderName ?? '',
    repliesToMe: repliesToMemberId !== null,
    note: note ?? '',
    days: reminderDays.join(', '),
  }
}

/** What sending will do for each person, also for those on the account who would get nothing now. */
function useVerdicts(
  people: readonly ListedPerson[],
  check: Check,
  { way, again }: InviteDraft,
  campaignId: string | undefined,
) {
  const outcomes = people.map((person) => check.outcomeOf(person))
  const judged = people.map(
    (person, place): ListVerdict =>
      listVerdict(person, outcomes[place], { way, again, isFailed: check.error !== null }, check.linesOf),
  )
  const sendable = people.flatMap(({ person }, place) => {
    const profileId = outcomes[place]?.profileId
    const channel = judged[place]?.kind === 'sends' ? channelFor(person, way) : undefined
    return profileId && channel ? [{ profileId, channel }] : []
  })
  const { refusals, isSettled } = useRefusals(check.isSettled ? sendable : [], campaignId)
  const verdicts = judged.map((verdict, place): ListVerdict => {
    const refusal = refusals.get(outcomes[place]?.profileId ?? '')
    return refusal && verdict.kind === 'sends' ? { kind: 'left', words: outcomeText(refusal) } : verdict
  })
  return {
    verdicts,
    tally: countVerdicts(verdicts, outcomes, people.flatMap(namesLeftOut).length),
    isSettled: check.isSettled && isSettled,
  }
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
