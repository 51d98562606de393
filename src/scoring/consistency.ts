import { correlation, deviation, mean } from './correlation.ts'
import { type FocusKeys, type FocusNorm, generalNorm } from './focus.ts'

type Answers = readonly (number | null)[]

/** The indices of careless answering that the Focus answers alone can show; undefined where not computable. */
export type Consistency = {
  /**
   * Within-person r of the 30 facets' halves, stepped up by Spearman and Brown. The halves are a facet's first and last
   * two items, or of two items one each. They are in the first and the second half of the form, so that it also shows
   * when someone stopped reading half-way.
   */
  readonly evenOdd: number | undefined
  /** The mean over the facets of the SD (over n) of the keyed answers. */
  readonly withinFacet: number | undefined
  /** r of the answers with the norm's expected answer to each item. */
  readonly personTotal: number | undefined
  /** Intra-individual response variability: the SD of all raw answers (Dunn et al. 2018). */
  readonly variability: number | undefined
  /** The mean raw answer: agreeing or disagreeing with everything. */
  readonly acquiescence: number | undefined
}

/** Computes the indices from raw answers 1..5 (null where missing). */
export function consistency(answers: Answers, keys: FocusKeys, norm: FocusNorm): Consistency {
  const items = itemsOf(keys, norm)
  const present = answers.length > itemCount ? new Float64Array(answers.length) : firstBuffer
  let count = 0
  for (let at = 0; at < answers.length; at++) {
    const answer = answers[at] as number | null
    if (answer === null) continue
    present[count] = answer
    count++
  }
  const variability = count > 1 ? deviation(present, count) : undefined
  const acquiescence = count > 0 ? mean(present, count) : undefined
  return {
    ...facetIndices(answers, items),
    personTotal: personTotal(answers, items),
    variability,
    acquiescence,
  }
}

/** The longest run of one and the same answer, in item order; a missing answer ends a run. */
export function longestRun(answers: Answers): number {
  let longest = 0
  let run = 0
  for (let at = 0; at < answers.length; at++) {
    const answer = answers[at]
    run = answer === null ? 0 : answer === answers[at - 1] ? run + 1 : 1
    if (run > longest) longest = run
  }
  return longest
}

/** The items, facet by facet. */
type Items = {
  /** The number of items of each facet. */
  readonly facets: readonly number[]
  /** By item: its place among the answers, whether it's keyed against its scale, and the answer to be expected. */
  readonly places: Int32Array
  readonly reversed: Uint8Array
  readonly expected: Float64Array
}

function facetIndices(
  answers: Answers,
  { facets, places, reversed }: Items,
): Pick<Consistency, 'evenOdd' | 'withinFacet'> {
  const [earlier, later, keyed] = [firstBuffer, secondBuffer, facetBuffer]
  let halved = 0
  let spread = 0
  let spreads = 0
  let item = 0
  for (const size of facets) {
    let count = 0
    for (const end = item + size; item < end; item++) {
      const answer = answers[places[item] as number] ?? null
      if (answer === null) continue
      keyed[count] = reversed[item] === 1 ? 6 - answer : answer
      count++
    }
    if (count > 1) {
      spread += deviation(keyed, count)
      spreads++
    }
    if (count < size) continue
    const half = size >> 1
    earlier[halved] = sumOf(keyed, 0, half)
    later[halved] = sumOf(keyed, half, size)
    halved++
  }
  const r = halved > 2 ? correlation(earlier, later, halved) : undefined
  return {
    // Below zero the step-up formula goes to minus infinity, and r already says enough.
    evenOdd: r === undefined || r < 0 ? r : (2 * r) / (1 + r),
    withinFacet: spreads > 0 ? spread / spreads : undefined,
  }
}

function sumOf(values: Float64Array, from: number, to: number): number {
  let sum = 0
  for (let at = from; at < to; at++) sum += values[at] as number
  return sum
}

function personTotal(answers: Answers, { places, expected }: Items): number | undefined {
  const [present, norm] = [firstBuffer, secondBuffer]
  let count = 0
  for (let item = 0; item < places.length; item++) {
    const answer = answers[places[item] as number]
    if (answer === null || answer === undefined) continue
    present[count] = answer
    norm[count] = expected[item] as number
    count++
  }
  return count > 2 ? correlation(present, norm, count) : undefined
}

const itemCount = 120
/** One list of answers after another is put into these, so that none has to be allocated. */
const firstBuffer = new Float64Array(itemCount)
const secondBuffer = new Float64Array(itemCount)
const facetBuffer = new Float64Array(itemCount)

const prepared = new WeakMap<FocusNorm, { readonly keys: FocusKeys; readonly items: Items }>()

/** Forms and norms never change, so what follows from them alone is computed once per norm. */
function itemsOf(keys: FocusKeys, norm: FocusNorm): Items {
  const known = prepared.get(norm)
  if (known?.keys === keys) return known.items
  const numbers = keys.facets.flatMap((facet) => facet.items)
  const isReversed = (n: number) => keys.items[n - 1]?.ipip === -1
  // The norm has the mean of a facet; an equal share of it is the best estimate for each of its items.
  const expected = keys.facets.flatMap(({ scale, items }) => {
    const keyedMean = generalNorm(norm, 'facets', scale).mean / items.length
    return items.map((n) => (isReversed(n) ? 6 - keyedMean : keyedMean))
  })
  const items = {
    facets: keys.facets.map((facet) => facet.items.length),
    places: Int32Array.from(numbers, (n) => n - 1),
    reversed: Uint8Array.from(numbers, (n) => (isReversed(n) ? 1 : 0)),
    expected: Float64Array.from(expected),
  }
  prepared.set(norm, { keys, items })
  return items
}
