import type { ImportOutcome } from '../client/types.ts'

/** The API's check of a list, merged from several calls. */
export type CheckResult = {
  /** One per person, in the order of the list; `row` and `sameAs` are indexes into the whole list. */
  readonly outcomes: readonly ImportOutcome[]
  /** How many profiles exist before anything is added. */
  readonly before: number
  readonly limit: number | null
  /** Labels of the tags that would be created. */
  readonly newTags: readonly string[]
}

type CheckAnswer = {
  readonly results: readonly ImportOutcome[]
  readonly profilesAfter: number
  readonly profileLimit: number | null
  readonly newTags: readonly string[]
}

/**
 * Merges the checks of the parts of a list. Each dry run sees only its part. So profiles are counted against the
 * limit here, and a person matched by email in one row and by phone in another counts once.
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
  return { outcomes, before, limit, newTags: [...new Set(answers.flatMap(({ newTags }) => newTags))] }
}

const overCap = { status: 'over_cap', channel: null } as const
