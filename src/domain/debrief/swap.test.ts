import { describe, expect, test } from 'vitest'
import { honestSheet, simulatedBasis } from '../../../scripts/simulation/debrief-basis.ts'
import { composeByRules } from './by-rules.ts'
import { extractFacts } from './facts.ts'

/**
 * A horoscope is true of everyone. So each debrief is checked against the facts of other people, drawn from the norm
 * rather than picked for being different: a sentence is false of another person if its finding is not true of them.
 * All sentences count, including those on the limits of a debrief, which are true of everyone.
 */
const size = 100

const people = Array.from({ length: size }, (_, at) => {
  const facts = extractFacts(simulatedBasis(honestSheet(1000 + at), `p${at}`))
  return {
    facts,
    pieces: composeByRules({ facts, locale: 'en', seed: `p${at}` }).flatMap(({ pieces }) => pieces),
  }
})

/** The share of sentences that are false of the other person, for each of the 9,900 pairs, lowest first. */
const shares = people
  .flatMap((person) =>
    people
      .filter((other) => other !== person)
      .map(
        ({ facts }) => person.pieces.filter(({ isTrueOf }) => !isTrueOf(facts)).length / person.pieces.length,
      ),
  )
  .sort((left, right) => left - right)

describe('with the facts of two people swapped', () => {
  test('at least 70% of sentences are false of the other person, on average over all pairs and at the median', () => {
    const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length
    expect(mean).toBeGreaterThanOrEqual(0.7)
    expect(percentile(50)).toBeGreaterThanOrEqual(0.7)
  })
  test('at least 60% are false in five of six pairs, and at least half in nineteen of twenty', () => {
    expect(percentile(100 / 6)).toBeGreaterThanOrEqual(0.6)
    expect(percentile(5)).toBeGreaterThanOrEqual(0.5)
  })
  test('no two people get the same debrief', () => {
    const texts = people.map(({ pieces }) => pieces.map(({ text }) => text).join(' '))
    expect(new Set(texts).size).toBe(size)
  })
  test('every debrief is true of its own person', () => {
    expect(people.flatMap(({ facts, pieces }) => pieces.filter(({ isTrueOf }) => !isTrueOf(facts)))).toEqual(
      [],
    )
  })
})

function percentile(share: number): number {
  return shares[Math.floor((share / 100) * (shares.length - 1))] ?? 0
}
