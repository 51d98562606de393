import type { FocusKeys } from './focus.ts'
import { chiSquareTail, fitOrdinal, nullLikelihood, type OrdinalCell } from './ordinal-regression.ts'

/** One group's answers to Focus, all there: raw, 1 to 5, in the order of the form. */
export type DifGroup = readonly (readonly number[])[]

/**
 * `uniform` and `nonuniform` are the p of the group and of its interaction with the matching score, `p` of both
 * together, corrected for the number of items (Bonferroni). `effect` is what both add to Nagelkerke's R². `shift` is the
 * slope of the group: above 0 the second group answers higher, keyed, than people of the first with the same score.
 * `isFlagged`: p below .05 and an effect of at least `difEffect`.
 */
export type ItemDif = {
  readonly item: number
  readonly facet: string
  readonly p: number
  readonly uniform: number
  readonly nonuniform: number
  readonly effect: number
  readonly shift: number
  readonly isFlagged: boolean
}

/** Smaller effects are not reported, however sure they are: with many people everything is significant. */
const difEffect = 0.01
/** People that each group needs. */
export const difFloor = 200

/**
 * Differential item functioning by ordinal logistic regression (H. Swaminathan and H. J. Rogers 1990, Journal of
 * Educational Measurement 27, 361-370; B. D. Zumbo 1999, A handbook on the theory and methods of DIF). People are matched
 * on the sum of the other items of the item's trait. Items that were flagged are left out of the matching scores and all
 * are tested again, once. Items that can't be tested are left out. Throws a RangeError for a group that is too small.
 */
export function itemDif(keys: FocusKeys, first: DifGroup, second: DifGroup): ItemDif[] {
  for (const group of [first, second])
    if (group.length < difFloor)
      throw new RangeError(`DIF: expected at least ${difFloor} people a group, found ${group.length}`)
  const before = testItems(keys, first, second, new Set())
  const flagged = new Set(before.filter(({ isFlagged }) => isFlagged).map(({ item }) => item))
  return flagged.size === 0 ? before : testItems(keys, first, second, flagged)
}

function testItems(keys: FocusKeys, first: DifGroup, second: DifGroup, left: ReadonlySet<number>): ItemDif[] {
  const traits = Map.groupBy(keys.facets, ({ trait }) => trait)
  return [...traits.values()].flatMap((facets) => {
    const items = facets.flatMap(({ facet, items }) => items.map((n) => ({ n, facet })))
    return items.flatMap(({ n, facet }) => {
      const matching = items.filter((other) => other.n !== n && !left.has(other.n)).map((other) => other.n)
      const found = testItem(keys, n, matching, first, second)
      return found ? [{ item: n, facet, ...found }] : []
    })
  })
}

function testItem(
  keys: FocusKeys,
  n: number,
  matching: readonly number[],
  first: DifGroup,
  second: DifGroup,
): Omit<ItemDif, 'item' | 'facet'> | undefined {
  const { cells, answers } = cellsOf(keys, n, matching, [first, second])
  if (answers < 2) return undefined
  const [plain, grouped, crossed] = [[0], [0, 1], [0, 1, 2]].map((used) => fitOrdinal(cells, answers, used))
  if (!plain || !grouped || !crossed) return undefined
  const n2 = first.length + second.length
  const base = nullLikelihood(cells, answers)
  const nagelkerke = (logLikelihood: number) =>
    (1 - Math.exp((2 * (base - logLikelihood)) / n2)) / (1 - Math.exp((2 * base) / n2))
  const total = chiSquareTail(2 * (crossed.logLikelihood - plain.logLikelihood), 2)
  const p = Math.min(1, total * keys.items.length)
  const effect = nagelkerke(crossed.logLikelihood) - nagelkerke(plain.logLikelihood)
  return {
    p,
    uniform: chiSquareTail(2 * (grouped.logLikelihood - plain.logLikelihood), 1),
    nonuniform: chiSquareTail(2 * (crossed.logLikelihood - grouped.logLikelihood), 1),
    effect,
    shift: grouped.slopes[1] ?? Number.NaN,
    isFlagged: p < 0.05 && effect >= difEffect,
  }
}

/** Predictors: matching score around its mean in SDs, group (0 or 1), and their product. */
function cellsOf(
  keys: FocusKeys,
  n: number,
  matching: readonly number[],
  groups: readonly DifGroup[],
): { cells: OrdinalCell[]; answers: number } {
  const keyed = (sheet: readonly number[], item: number) => {
    const answer = sheet[item - 1] as number
    return keys.items[item - 1]?.ipip === -1 ? 6 - answer : answer
  }
  const people = groups.flatMap((group, at) =>
    group.map((sheet) => ({
      group: at,
      score: matching.reduce((sum, item) => sum + keyed(sheet, item), 0),
      answer: keyed(sheet, n),
    })),
  )
  const mean = people.reduce((sum, { score }) => sum + score, 0) / people.length
  const sd = Math.sqrt(people.reduce((sum, { score }) => sum + (score - mean) ** 2, 0) / people.length) || 1
  const given = [...new Set(people.map(({ answer }) => answer))].sort((one, other) => one - other)
  const counted = new Map<string, OrdinalCell & { count: number }>()
  for (const { group, score, answer } of people) {
    const key = `${group} ${score} ${answer}`
    const known = counted.get(key)
    if (known) known.count++
    else {
      const z = (score - mean) / sd
      counted.set(key, { predictors: [z, group, z * group], answer: given.indexOf(answer), count: 1 })
    }
  }
  return { cells: [...counted.values()], answers: given.length }
}
