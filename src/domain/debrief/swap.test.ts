import { describe, expect, test } from 'vitest'
import { honestSheet, simulatedBasis } from '../../../scripts/simulation/debrief-basis.ts'
import { composeByRules } from './by-rules.ts'
import { extractFacts } from './facts.ts'

/**
 * A horoscope is true of everybody. So each debrief is held against the facts of other people, drawn as people are
 * in the norm and not picked for being different: a sentence is false of the other where its own finding does not
 * hold of them. All sentences count, also those on the limits of a debrief, which are true of everybody.
 */
const size = 100

const drawn = Array.from({ length: size }, (_, at) => {
  const facts = extractFacts(simulatedBasis(honestSheet(1000 + at), `p${at}`))
  return {
    facts,
    pieces: composeByRules({ facts, locale: 'en', seed: `p${at}` }).flatMap(({ pieces }) => pieces),
  }
})

/** The share of sentences that are false of the other, of each of the 9,900 pairs, the lowest first. */
const shares = drawn
  .flatMap((one) =>
    drawn
      .filter((other) => other !== one)
      .map(({ facts }) => one.pieces.filter(({ holds }) => !holds(facts)).length / one.pieces.length),
  )
  .sort((one, other) => one - other)

describe('with the facts of two people swapped', () => {
  test('seven in ten sentences are false of the other person on the mean of all pairs, and at the median', () => {
    const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length
    expect(mean).toBeGreaterThanOrEqual(0.7)
    expect(percentile(50)).toBeGreaterThanOrEqual(0.7)
  })
  test('60 % and more are false in five of six pairs, and half in nineteen of twenty', () => {
    expect(percentile(100 / 6)).toBeGreaterThanOrEqual(0.6)
    expect(percentile(5)).toBeGreaterThanOrEqual(0.5)
  })
  test('no two people get the same debrief', () => {
    const texts = drawn.map(({ pieces }) => pieces.map(({ text }) => text).join(' '))
    expect(new Set(texts).size).toBe(size)
  })
  test('every debrief holds of its own person', () => {
    expect(drawn.flatMap(({ facts, pieces }) => pieces.filter(({ holds }) => !holds(facts)))).toEqual([])
  })
})

function percentile(share: number): number {
  return shares[Math.floor((share / 100) * (shares.length - 1))] ?? 0
}
