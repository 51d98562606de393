import { expect, test } from 'vitest'
import { sampleFacts } from '../../../../test/support/debrief-facts.ts'
import { composeByRules } from '../by-rules.ts'
import type { Facts } from '../facts.ts'

const [ability, modesty] = ['focus.organization.facets.selfBelief', 'focus.understanding.facets.humility']

test.each([
  ['doubts more than they boast', 28, 36, ability],
  ['boasts more than they doubt', 36, 28, modesty],
])('who %s reads that side alone, as the other would deny it', (_, selfBelief, humility, told) => {
  expect(new Set(people(selfBelief, humility).flatMap(sidesTold))).toEqual(new Set([told]))
})

test('who doubts and is modest reads of both', () => {
  expect(new Set(people(28, 68).flatMap(sidesTold))).toEqual(new Set([ability, modesty]))
})

/** Six people of a quiet style, which neither of the two sides denies, with these T scores. */
function people(selfBelief: number, humility: number): Facts[] {
  return Array.from({ length: 6 }, (_, person) => {
    const { focus, disc, ...rest } = sampleFacts(person)
    if (!focus || !disc) throw new Error('These facts are not whole.')
    const { organization, understanding } = focus
    const changed = {
      organization: { ...organization, facets: { ...organization.facets, selfBelief: scaleAt(selfBelief) } },
      understanding: { ...understanding, facets: { ...understanding.facets, humility: scaleAt(humility) } },
    }
    const quiet = { ...disc, style: 'SC', scores: { D: 32, I: 40, S: 68, C: 60 } }
    return { ...rest, disc: quiet, focus: { ...focus, ...changed } }
  })
}

/** Which of the two facets have a sentence of their own that says how the person is. */
function sidesTold(facts: Facts, person: number): string[] {
  return composeByRules({ facts, locale: 'en', seed: `person ${person}` })
    .flatMap(({ pieces }) => pieces)
    .filter(({ group }) => group === 'facet' || group === 'less')
    .flatMap(({ evidence }) => evidence)
    .filter((id) => id === ability || id === modesty)
}

function scaleAt(t: number) {
  const level = t < 35 ? 'veryLow' : t < 45 ? 'low' : 'veryHigh'
  return { t, sem: 4, percentile: t < 50 ? 4 : 96, level, confidence: 0.9 } as const
}
