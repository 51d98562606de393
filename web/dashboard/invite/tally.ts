import type { ImportOutcome } from '../client/types.ts'
import { count, fill } from '../language/fill.ts'
import { formatList } from '../language/formats.ts'
import type { ListVerdict } from './verdicts.ts'
import { words } from './words.ts'

export type VerdictTally = {
  readonly invites: number
  /** Those of the invites that go to people who had one before. */
  readonly resent: number
  readonly added: number
  readonly left: number
  readonly wrong: number
  readonly overCap: number
}

/** Counts the outcomes. `leftOut`: names for whose address another one was chosen, which stay to be corrected. */
export function countVerdicts(
  verdicts: readonly ListVerdict[],
  outcomes: readonly (ImportOutcome | undefined)[],
  leftOut = 0,
): VerdictTally {
  const kind = (kind: ListVerdict['kind']) => verdicts.filter((verdict) => verdict.kind === kind).length
  const status = (status: ImportOutcome['status']) =>
    outcomes.filter((outcome) => outcome?.status === status).length
  return {
    invites: kind('sends'),
    resent: verdicts.filter((verdict, place) => verdict.kind === 'sends' && outcomes[place]?.isInvited)
      .length,
    added: status('new'),
    left: kind('left'),
    wrong: kind('wrong') + leftOut,
    overCap: status('over_cap'),
  }
}

/** “4 new tags: Design, Finance, Sales, Support.”; of many, the first ones. */
export function newTagsText(labels: readonly string[]): string {
  const named = formatList(labels.slice(0, mostNamed))
  const tags = labels.length > mostNamed ? `${named} …` : named
  return count(words.tally.newTags, labels.length, { tags })
}

const mostNamed = 12

/** A summary in one sentence, below the rows. */
export function tallyText({ invites, resent, added, left, wrong }: VerdictTally): string {
  const { tally } = words
  const parts = [
    count(tally.invites, invites),
    count(tally.new, added),
    ...(resent > 0 ? [count(tally.resent, resent)] : []),
    ...(left > 0 ? [count(tally.leftOut, left)] : []),
    ...(wrong > 0 ? [count(tally.wrong, wrong)] : []),
  ]
  return fill(tally.sentence, { parts: formatList(parts) })
}
