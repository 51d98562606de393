import {
  answerProbabilities,
  estimate,
  type GradedAnswer,
  type GradedItem,
  nextGradedItem,
} from '../../src/scoring/adaptive.ts'
import { correlation, mean } from '../../src/scoring/correlation.ts'
import { gaussian, type Random, seededRandom } from '../../src/scoring/random.ts'
import { instruments, shortInstruments } from '../instruments.ts'

/** `r` with the true value and the share of 95% intervals that hold it, over all facets; `items` a person. */
export type AdaptiveFigures = { readonly items: number; readonly r: number; readonly coverage: number }

/**
 * People with known facets answer an invented bank: slopes around 1.4, thresholds a unit apart. The parameters are
 * drawn, not estimated, so this shows the engine and says nothing about the statements.
 */
export function studyAdaptive(
  people: number,
  seed: number,
): Record<'all' | 'pairs' | 'adaptive', AdaptiveFigures> {
  const random = seededRandom(seed)
  const bank = drawBank(random)
  const pairs = new Set(shortInstruments.focus.keys.items.map(({ statement }) => statement))
  const seen = { all: tally(), pairs: tally(), adaptive: tally() }
  for (let person = 0; person < people; person++) {
    const truth = new Map(instruments.focus.keys.facets.map(({ facet }) => [facet, gaussian(random)]))
    const answers = new Map(bank.map((item) => [item.n, answerOf(item, truth.get(item.facet) ?? 0, random)]))
    const given = (item: GradedItem): GradedAnswer => ({ item, answer: answers.get(item.n) ?? 3 })
    record(seen.all, truth, bank.map(given))
    record(seen.pairs, truth, bank.filter(({ n }) => pairs.has(n)).map(given))
    record(seen.adaptive, truth, adaptively(bank, given))
  }
  return { all: figures(seen.all), pairs: figures(seen.pairs), adaptive: figures(seen.adaptive) }
}

/** Each facet by itself, which gives the same items as all together and is quicker. */
function adaptively(bank: readonly GradedItem[], given: (item: GradedItem) => GradedAnswer): GradedAnswer[] {
  return [...Map.groupBy(bank, ({ facet }) => facet).values()].flatMap((items) => {
    const answers: GradedAnswer[] = []
    const plan = { least: 1, target: 0.62 }
    for (let next = nextGradedItem(items, answers, plan); next; next = nextGradedItem(items, answers, plan))
      answers.push(given(next))
    return answers
  })
}

function drawBank(random: Random): GradedItem[] {
  return instruments.focus.keys.items.map(({ n, facet }) => {
    const center = 0.5 * gaussian(random)
    return {
      n,
      facet,
      slope: Math.max(0.6, 1.4 + 0.4 * gaussian(random)),
      thresholds: [-1.5, -0.5, 0.5, 1.5].map((threshold) => threshold + center),
    }
  })
}

function answerOf(item: GradedItem, theta: number, random: Random): number {
  let left = random()
  const probabilities = answerProbabilities(item, theta)
  for (const [at, share] of probabilities.entries()) {
    left -= share
    if (left < 0) return at + 1
  }
  return probabilities.length
}

type Tally = { counts: number[]; truth: number[]; found: number[]; inside: number }

function tally(): Tally {
  return { counts: [], truth: [], found: [], inside: 0 }
}

function record(into: Tally, truth: ReadonlyMap<string, number>, answers: readonly GradedAnswer[]): void {
  into.counts.push(answers.length)
  const byFacet = Map.groupBy(answers, ({ item }) => item.facet)
  for (const [facet, value] of truth) {
    const { theta, se } = estimate(byFacet.get(facet) ?? [])
    into.truth.push(value)
    into.found.push(theta)
    if (Math.abs(theta - value) <= 1.96 * se) into.inside++
  }
}

function figures({ counts, truth, found, inside }: Tally): AdaptiveFigures {
  return {
    items: mean(counts),
    r: correlation(truth, found) ?? 0,
    coverage: inside / truth.length,
  }
}
