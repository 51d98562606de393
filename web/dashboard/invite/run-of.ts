import type { Check } from './check.ts'
import type { Draft } from './draft.ts'
import type { Listed } from './joined.ts'
import type { Recipient, Run } from './run.ts'
import { channelFor, type Verdict } from './verdicts.ts'

/** The sending that the list, the answers to it and the choices come to. */
export function runOf({
  people,
  verdicts,
  check,
  draft,
  sends,
}: {
  people: readonly Listed[]
  verdicts: readonly Verdict[]
  check: Pick<Check, 'outcomeOf'>
  draft: Draft
  sends: boolean
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
  return {
    id: crypto.randomUUID(),
    sends,
    tagIds: draft.tagId ? [draft.tagId] : [],
    assessmentIds: draft.assessmentIds,
    people: recipients,
    notTaken: people.flatMap(({ lines }, place) => (verdicts[place]?.kind === 'wrong' ? lines : [])),
    calls: 0,
    notBefore: 0,
  }
}
