import type { ImportOutcome } from '../api/types.ts'
import type { Verdict } from './verdicts.ts'

export type Tally = {
  readonly invites: number
  readonly added: number
  readonly left: number
  readonly wrong: number
  readonly overCap: number
}

/** Counts what would happen. */
export function tallyOf(
  verdicts: readonly Verdict[],
  outcomes: readonly (ImportOutcome | undefined)[],
): Tally {
  const kind = (kind: Verdict['kind']) => verdicts.filter((one) => one.kind === kind).length
  const status = (status: ImportOutcome['status']) => outcomes.filter((one) => one?.status === status).length
  return {
    invites: kind('sends'),
    added: status('new'),
    left: kind('left'),
    wrong: kind('wrong'),
    overCap: status('over_cap'),
  }
}

/** The whole of it in one sentence, for who does not see the rows. */
export function tallyWords({ invites, added, left, wrong }: Tally): string {
  const parts = [
    count(invites, 'invite', 'invites'),
    `${added.toLocaleString('en-GB')} new`,
    ...(left > 0 ? [`${left.toLocaleString('en-GB')} left out`] : []),
    ...(wrong > 0 ? [`${wrong.toLocaleString('en-GB')} to correct`] : []),
  ]
  return `${parts.join(', ')}.`
}

export function count(number: number, one: string, many: string): string {
  return `${number.toLocaleString('en-GB')} ${number === 1 ? one : many}`
}
