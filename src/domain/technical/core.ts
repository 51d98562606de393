import { coreDesign } from '../../content/forms.ts'
import type { CoreFigures } from '../../content/technical.ts'
import { correlation } from '../../scoring/correlation.ts'
import type { CoreResult } from '../../scoring/results.ts'
import { round } from '../../scoring/round.ts'

/** Core of many people as sums: utilities and their squares, ranks, and the agreement of first and second attempts. */
export type CoreTally = {
  n: number
  readonly values: readonly { readonly key: string; sum: number; squares: number; readonly ranks: number[] }[]
  readonly retest: { n: number; sum: number }
}

export function coreTally(): CoreTally {
  const values = coreDesign.values.map(({ key }) => ({
    key,
    sum: 0,
    squares: 0,
    ranks: new Array<number>(coreDesign.values.length).fill(0),
  }))
  return { n: 0, values, retest: { n: 0, sum: 0 } }
}

export function addCore(tally: CoreTally, { ranked }: CoreResult): void {
  tally.n += 1
  for (const value of tally.values) {
    const place = ranked.findIndex(({ key }) => key === value.key)
    const utility = ranked[place]?.utility ?? Number.NaN
    value.sum += utility
    value.squares += utility * utility
    value.ranks[place] = (value.ranks[place] ?? 0) + 1
  }
}

/** Adds both results of a person who took Core twice. */
export function addCoreRetest(tally: CoreTally, former: CoreResult, now: CoreResult): void {
  const utilities = ({ ranked }: CoreResult) =>
    tally.values.map((value) => ranked.find(({ key }) => key === value.key)?.utility ?? Number.NaN)
  const r = correlation(utilities(former), utilities(now))
  if (r === undefined || !Number.isFinite(r)) return
  tally.retest.n += 1
  tally.retest.sum += r
}

export function coreFigures({ n, values, retest }: CoreTally, retestFloor: number): CoreFigures {
  return {
    form: coreDesign.id,
    retestN: retest.n,
    retest: retest.n >= retestFloor ? round(retest.sum / retest.n, 3) : null,
    values: values.map(({ key, sum, squares, ranks }) => {
      const shares = ranks.map((count) => round(count / n, 4))
      const topFive = ranks.slice(0, 5).reduce((all, count) => all + count, 0)
      return {
        value: key,
        mean: round(sum / n, 3),
        sd: round(Math.sqrt(Math.max(0, squares - (sum * sum) / n) / (n - 1)), 3),
        first: shares[0] ?? 0,
        topFive: round(topFive / n, 4),
        ranks: shares,
      }
    }),
  }
}
