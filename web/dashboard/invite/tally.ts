import type { ImportOutcome } from '../client/types.ts'
import type { ListVerdict } from './verdicts.ts'

export type VerdictTally = {
  readonly invites: number
  readonly added: number
  readonly left: number
  readonly wrong: number
  readonly overCap: number
}

/** Counts the outcomes. */
export function countVerdicts(
  verdicts: readonly ListVerdict[],
  outcomes: readonly (ImportOutcome | undefined)[],
): VerdictTally {
  const kind = (kind: ListVerdict['kind']) => verdicts.filter((verdict) => verdict.kind === kind).length
  const status = (status: ImportOutcome['status']) =>
    outcomes.filter((outcome) => outcome?.status === status).length
  return {
    invites: kind('sends'),
    added: status('new'),
    left: kind('left'),
    wrong: kind('wrong'),
    overCap: status('over_cap'),
  }
}

/** A summary in one sentence, below the rows. */
export function tallyText({ invites, added, left, wrong }: VerdictTally): string {
  const parts = [
    pluralize(invites, 'invite', 'invites'),
    `${added.toLocaleString('en-GB')} new`,
    ...(left > 0 ? [`${left.toLocaleString('en-GB')} left out`] : []),
    ...(wrong > 0 ? [`${wrong.toLocaleString('en-GB')} to correct`] : []),
  ]
  return `${parts.join(', ')}.`
}

export function pluralize(number: number, one: string, many: string): string {
  return `${number.toLocaleString('en-GB')} ${number === 1 ? one : many}`
}
