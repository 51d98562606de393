import { campaignBody, newCampaign } from '../words/campaign-values.ts'
import { channelFor } from '../words/delivery.ts'
import type { InviteDraft } from './draft.ts'
import { inviteeName } from './invitee.ts'
import { type ListedPerson, linesLeftOut, namesLeftOut } from './merge-duplicates.ts'
import type { ParsedList } from './read-list.ts'
import type { Recipient, Run } from './run.ts'
import { sourceTableOf } from './source-table.ts'
import type { Check } from './use-check.ts'
import { type ListVerdict, problemText } from './verdicts.ts'
import { words } from './words.ts'

/** Creates the run from the list, its check and the options. */
export function createRun({
  people,
  verdicts,
  check,
  draft,
  list,
  sends,
  usualName,
  reminderDays,
  campaignId,
}: {
  people: readonly ListedPerson[]
  verdicts: readonly ListVerdict[]
  check: Pick<Check, 'outcomeOf'>
  draft: InviteDraft
  list: ParsedList
  sends: boolean
  /** The name of the campaign if none was given. */
  usualName: string
  /** Those of the account. */
  reminderDays: readonly number[] | undefined
  /** The campaign to which they are added. Without it there is a new one. */
  campaignId: string | undefined
}): Run {
  const recipients = people.flatMap((one, place): Recipient[] => {
    const outcome = check.outcomeOf(one)
    const kind = verdicts[place]?.kind
    const goes = sends ? kind === 'sends' || kind === 'adds' : outcome?.status === 'new'
    if (!outcome || !goes) return []
    const person = draft.locale && !one.person.locale ? { ...one.person, locale: draft.locale } : one.person
    const channel = sends ? channelFor(person, draft.way) : undefined
    return [{ lines: one.lines, person, channel, profileId: outcome.profileId, state: 'waits' }]
  })
  const isWrong = (place: number) => verdicts[place]?.kind === 'wrong'
  const sent = new Set(recipients.flatMap(({ lines }) => lines))
  return {
    id: crypto.randomUUID(),
    sends,
    tagIds: draft.tagId ? [draft.tagId] : [],
    assessmentIds: draft.assessmentIds,
    focusForm: draft.focusForm,
    ...(sends &&
      (campaignId
        ? { campaignId }
        : { campaign: campaignBody(draft.campaign ?? newCampaign(reminderDays), usualName) })),
    people: recipients,
    source: sourceTableOf(draft.text, list, (line) => {
      const place = people.findIndex(({ lines }) => lines.includes(line))
      const one = people[place]
      if (people.some((other) => linesLeftOut(other).includes(line))) return words.results.otherName
      // Without the number of the line, because it is for the row of that line.
      return (
        (one && problemText(one, check.outcomeOf(one))) ?? verdicts[place]?.words ?? words.results.notRead
      )
    }),
    notTaken: people.flatMap((one, place) => [...(isWrong(place) ? one.lines : []), ...linesLeftOut(one)]),
    toCorrect: people.flatMap((one, place) => [
      ...(isWrong(place) ? [inviteeName(one.person)] : []),
      ...namesLeftOut(one),
    ]),
    leftOut: people.flatMap(({ lines, person }, place) =>
      isWrong(place) || lines.some((line) => sent.has(line)) ? [] : [inviteeName(person)],
    ),
    calls: 0,
    notBefore: 0,
  }
}
