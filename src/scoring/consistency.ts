import { correlation, deviation, mean } from './correlation.ts'
import type { Distribution, FocusKeys, FocusNorm } from './focus.ts'

type Answers = readonly (number | null)[]

/** The indices of careless answering that the 120 Focus answers alone can show; undefined where not computable. */
export type Consistency = {
  /**
   * Within-person r of the 30 facets' halves, stepped up by Spearman and Brown. The halves are a facet's first two and
   * last two items, which are in the first and the second sixty, so that it also shows when someone stopped reading
   * half-way.
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
  const present = answers.filter((answer) => answer !== null)
  return {
    evenOdd: evenOdd(answers, keys),
    withinFacet: withinFacet(answers, keys),
    personTotal: personTotal(answers, keys, norm),
    variability: present.length > 1 ? deviation(present) : undefined,
    acquiescence: present.length > 0 ? mean(present) : undefined,
  }
}

/** The longest run of one and the same answer, in item order; a missing answer ends a run. */
export function longestRun(answers: Answers): number {
  let longest = 0
  let run = 0
  for (const [at, answer] of answers.entries()) {
    run = answer === null ? 0 : answer === answers[at - 1] ? run + 1 : 1
    longest = Math.max(longest, run)
  }
  return longest
}

function evenOdd(answers: Answers, keys: FocusKeys): number | undefined {
  const earlier: number[] = []
  const later: number[] = []
  for (const [a = null, b = null, c = null, d = null] of keyedFacets(answers, keys)) {
    if (a === null || b === null || c === null || d === null) continue
    earlier.push(a + b)
    later.push(c + d)
  }
  const r = earlier.length > 2 ? correlation(earlier, later) : undefined
  // Below zero the step-up formula goes to minus infinity, and r already says enough.
  return r === undefined || r < 0 ? r : (2 * r) / (1 + r)
}

function withinFacet(answers: Answers, keys: FocusKeys): number | undefined {
  const spreads: number[] = []
  for (const facet of keyedFacets(answers, keys)) {
    const present = facet.filter((answer) => answer !== null)
    if (present.length > 1) spreads.push(deviation(present))
  }
  return spreads.length > 0 ? mean(spreads) : undefined
}

function personTotal(answers: Answers, keys: FocusKeys, norm: FocusNorm): number | undefined {
  const present: number[] = []
  const expected: number[] = []
  for (const facet of keys.facets) {
    const figures: Distribution | undefined =
      norm.provisional.facets[facet.scale] ?? norm.balanced.facets[facet.scale]
    for (const n of facet.items) {
      const answer = answers[n - 1]
      if (answer === null || answer === undefined || !figures) continue
      present.push(answer)
      // The norm has the mean of a facet; a quarter of it is the best estimate for each of its items.
      const keyedMean = figures.mean / 4
      expected.push(keys.items[n - 1]?.ipip === -1 ? 6 - keyedMean : keyedMean)
    }
  }
  return present.length > 2 ? correlation(present, expected) : undefined
}

function keyedFacets(answers: Answers, keys: FocusKeys): (number | null)[][] {
  return keys.facets.map((facet) =>
    facet.items.map((n) => {
      const answer = answers[n - 1] ?? null
      return answer !== null && keys.items[n - 1]?.ipip === -1 ? 6 - answer : answer
    }),
  )
}
