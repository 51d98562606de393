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
    pieces: composeByRules({ facts, locale: 'en' }).flatMap(({ pieces }) => pieces),
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
  // The advice on other styles is the same for everyone whose style has the same first letter.
  test('at least 55% are false in five of six pairs, and at least 45% in nineteen of twenty', () => {
    expect(percentile(100 / 6)).toBeGreaterThanOrEqual(0.55)
    expect(percentile(5)).toBeGreaterThanOrEqual(0.45)
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

/**
 * A sentence that two in five people read says little about any of them. The limits are about the text: what it is based
 * on and must not be used for, which everybody has to read.
 */
test('no sentence about a person is chosen for more than 40% of people', () => {
  const counts = new Map<string, number>()
  const personal = people.flatMap(({ pieces }) => pieces.filter(({ section }) => section !== 'limits'))
  for (const { text } of personal) counts.set(text, (counts.get(text) ?? 0) + 1)
  expect(counts.size).toBeGreaterThan(300)
  expect([...counts].filter(([, count]) => count > 0.4 * size)).toEqual([])
})

test('no three headlines are the same for two people', () => {
  const headlines = people.map(({ pieces }) =>
    pieces.filter(({ group }) => group === 'headline').map(({ text }) => text),
  )
  expect(headlines.filter(({ length }) => length !== 3)).toEqual([])
  expect(new Set(headlines.map((texts) => texts.join(' '))).size).toBe(size)
})
