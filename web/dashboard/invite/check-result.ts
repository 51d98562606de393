import type { ImportOutcome } from '../client/types.ts'

/** What the API says of a list that went in several calls, as if it had been one. */
export type CheckResult = {
  /** One for each person, in the order given; `row` and `sameAs` count through the whole list. */
  readonly outcomes: readonly ImportOutcome[]
  /** How many profiles there are before anything is added. */
  readonly before: number
  readonly limit: number | null
}

type CheckAnswer = {
  readonly results: readonly ImportOutcome[]
  readonly profilesAfter: number
  readonly profileLimit: number | null
}

/**
 * Puts the answers to the parts of a list together. A dry run of one part knows nothing of the others, so the room
 * below the cap is counted through here, and somebody who is found by email in one row and by phone in another is one.
 */
export function mergeAnswers(answers: readonly CheckAnswer[]): CheckResult {
  const isNew = ({ status }: ImportOutcome) => status === 'new'
  const [first] = answers
  const before = (first?.profilesAfter ?? 0) - (first?.results.filter(isNew).length ?? 0)
  const limit = first?.profileLimit ?? null
  const outcomes: ImportOutcome[] = []
  const rowOf = new Map<string, number>()
  let count = before
  for (const { results } of answers) {
    const offset = outcomes.length
    for (const result of results) {
      const row = offset + result.row
      const outcome = { ...result, row, sameAs: result.sameAs === null ? null : offset + result.sameAs }
      const earlier = result.profileId === null ? undefined : rowOf.get(result.profileId)
      if (result.profileId !== null && earlier === undefined) rowOf.set(result.profileId, row)
      if (earlier !== undefined) outcomes.push({ ...outcome, status: 'repeated', sameAs: earlier })
      else if (isNew(result) && limit !== null && count >= limit) outcomes.push({ ...outcome, ...overCap })
      else outcomes.push(outcome)
      if (isNew(outcomes.at(-1) ?? result)) count += 1
    }
  }
  return { outcomes, before, limit }
}

const overCap = { status: 'over_cap', channel: null } as const
