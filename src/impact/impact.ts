import { type RateDifference, rateDifference } from './significance.ts'

/** One group of the people who could have been chosen: how many were, and how many they are in all. */
export type ImpactGroup = { readonly name: string; readonly selected: number; readonly total: number }

export type GroupImpact = ImpactGroup & {
  /** `selected / total`; null for a group of nobody. */
  readonly rate: number | null
  /** The group's part of all people of all groups, 0 to 1. */
  readonly share: number
  /**
   * `highest` is the one that all others are compared with; `under` and `reached` say on which side of four fifths
   * of its rate a group lies; `unjudged` is too small a share; null where there is nothing to compare with.
   */
  readonly finding: 'highest' | 'under' | 'reached' | 'unjudged' | null
  /** The rate divided by the highest one; null where nothing can be divided. */
  readonly ratio: number | null
  /** How far the difference from the group with the highest rate is more than chance; null for that group itself. */
  readonly difference: RateDifference | null
  /** What one person would change; only for a group `under` four fifths. */
  readonly exchange: OnePersonShift | null
}

/** As if one more of the group had been chosen, and one fewer of the group with the highest rate. */
export type OnePersonShift = {
  /** The ratio then; null where nobody of the other group would be left. */
  readonly ratio: number | null
  /** Whether the group would then have the higher rate, so that the numbers are too small for a finding. */
  readonly turned: boolean
}

export type Impact = {
  readonly selected: number
  readonly total: number
  /** Place of the group with the highest rate in `groups`; null where nobody was chosen. */
  readonly reference: number | null
  readonly groups: readonly GroupImpact[]
}

/** The share below which the Uniform Guidelines ask for no separate finding, in per cent (29 CFR 1607.15 A(2)(a)). */
export const usualShare = 2

/** More groups or people than this are refused: the bounds within which every figure here is exact enough. */
export const bounds = { groups: 12, people: 1_000_000 } as const

/**
 * Compares how many people of each group were chosen, by the four-fifths rule of the Uniform Guidelines on Employee
 * Selection Procedures (29 CFR 1607.4 D) and by tests of significance. Groups keep their order.
 *
 * Counts are whole numbers, `selected` at most `total`. Groups under `smallestShare` (per cent of all people) are
 * neither compared with nor judged. The group with the highest rate is the larger one where two share it, then the
 * former. Four fifths are compared in whole numbers, so that 48 of 100 against 60 of 100 reach them.
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
 * The guidelines' own measure of numbers that are too small: that one different person for one job would give the
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

/** In one division of whole numbers, so that equal rates give exactly 1. */
function ratioOf(group: ImpactGroup, reference: ImpactGroup): number {
  return (group.selected * reference.total) / (reference.selected * group.total)
}

function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0)
}
