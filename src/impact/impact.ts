import { type RateDifference, rateDifference } from './significance.ts'

/** One group of the people who could have been selected: how many were, and how many there are. */
export type ImpactGroup = { readonly name: string; readonly selected: number; readonly total: number }

export type GroupImpact = ImpactGroup & {
  /** `selected / total`; null for an empty group. */
  readonly rate: number | null
  /** The group's share of all people in all groups, 0 to 1. */
  readonly share: number
  /**
   * `highest` is the group that all others are compared with; `under` and `reached` say on which side of four fifths of
   * its rate a group is; `unjudged` is too small a share; null if there is nothing to compare with.
   */
  readonly finding: 'highest' | 'under' | 'reached' | 'unjudged' | null
  /** The rate divided by the highest one; null if that is undefined. */
  readonly ratio: number | null
  /** The significance of the difference from the group with the highest rate; null for that group itself. */
  readonly difference: RateDifference | null
  /** The effect of one person; only for a group `under` four fifths. */
  readonly exchange: OnePersonShift | null
}

/** As if one more person of the group had been selected, and one fewer of the group with the highest rate. */
export type OnePersonShift = {
  /** The resulting ratio; null if no one of the other group would remain selected. */
  readonly ratio: number | null
  /** Whether the group would then have the higher rate, in which case the numbers are too small for a finding. */
  readonly turned: boolean
}

export type Impact = {
  readonly selected: number
  readonly total: number
  /** Index in `groups` of the group with the highest rate; null if no one was selected. */
  readonly reference: number | null
  readonly groups: readonly GroupImpact[]
}

/** The share, in percent, below which the Uniform Guidelines ask for no separate finding (29 CFR 1607.15 A(2)(a)). */
export const usualShare = 2

/** More groups or people are refused: within these limits every figure is exact enough. */
export const inputLimits = { groups: 12, people: 1_000_000 } as const

/**
 *
 * Compares how many people of each group were selected, by the four-fifths rule of the Uniform Guidelines on Employee
 * Selection Procedures (29 CFR 1607.4 D) and by tests of significance. Groups keep their order.
 *
 * Counts are whole numbers, `selected` at most `total`. Groups under `smallestShare` (percent of all people) are
 * neither compared with nor judged. If two groups share the highest rate, the larger one counts, then the earlier one.
 * Four fifths are compared in whole numbers, so that 48 of 100 against 60 of 100 reach them.
 *
 */
export function impactOf(groups: readonly ImpactGroup[], smallestShare: number = usualShare): Impact {
  const selected = sum(groups.map((group) => group.selected))
  const total = sum(groups.map((group) => group.total))
  const isJudged = (group: ImpactGroup) => group.total > 0 && group.total * 100 >= smallestShare * total
  const highest = groups.filter(isJudged).reduce(higher, undefined)
  const reference = highest && highest.selected > 0 ? highest : undefined
  return {
    selected,
    total,
    reference: reference ? groups.indexOf(reference) : null,
    groups: groups.map((group) => ({
      ...group,
      rate: rateOf(group),
      share: total === 0 ? 0 : group.total / total,
      ...against(group, reference, isJudged(group)),
    })),
  }
}

function against(group: ImpactGroup, reference: ImpactGroup | undefined, isJudged: boolean) {
  const rate = rateOf(group)
  if (!reference || rate === null) {
    return {
      finding: reference ? ('unjudged' as const) : null,
      ratio: null,
      difference: null,
      exchange: null,
    }
  }
  if (group === reference) return { finding: 'highest' as const, ratio: 1, difference: null, exchange: null }
  const isUnder = 5 * group.selected * reference.total < 4 * reference.selected * group.total
  return {
    finding: !isJudged ? ('unjudged' as const) : isUnder ? ('under' as const) : ('reached' as const),
    ratio: ratioOf(group, reference),
    difference: rateDifference(group, reference),
    exchange: isJudged && isUnder ? onePersonShift(group, reference) : null,
  }
}

/**
 * The guidelines' own test for numbers that are too small: whether one different person for one job would give the
 * group the higher rate (Questions and Answers on the Uniform Guidelines, 44 FR 11996, 1979).
 */
function onePersonShift(group: ImpactGroup, reference: ImpactGroup): OnePersonShift {
  const more = { ...group, selected: group.selected + 1 }
  const fewer = { ...reference, selected: reference.selected - 1 }
  return {
    ratio: fewer.selected === 0 ? null : ratioOf(more, fewer),
    turned: more.selected * fewer.total > fewer.selected * more.total,
  }
}

function higher(best: ImpactGroup | undefined, group: ImpactGroup): ImpactGroup {
  if (!best) return group
  const [one, other] = [group.selected * best.total, best.selected * group.total]
  return one > other || (one === other && group.total > best.total) ? group : best
}

function rateOf({ selected, total }: ImpactGroup): number | null {
  return total === 0 ? null : selected / total
}

/** One division of whole numbers, so that equal rates give exactly 1. */
function ratioOf(group: ImpactGroup, reference: ImpactGroup): number {
  return (group.selected * reference.total) / (reference.selected * group.total)
}

function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0)
}
