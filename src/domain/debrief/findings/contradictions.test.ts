import { expect, test } from 'vitest'
import { sampleFacts } from '../../../../test/support/debrief-facts.ts'
import { composeByRules } from '../by-rules.ts'
import type { Facts } from '../facts.ts'

const [ability, modesty] = ['focus.organization.facets.selfBelief', 'focus.understanding.facets.humility']

test.each([
  ['doubts more than they boast', 28, 36, ability],
  ['boasts more than they doubt', 36, 28, modesty],
])(
  'a person who %s reads only about that side, because the other would contradict it',
  (_, selfBelief, humility, expected) => {
    expect(new Set(people(selfBelief, humility).flatMap((facts) => mentionedSides(facts)))).toEqual(
      new Set([expected]),
    )
  },
)

test('a person who doubts and is modest reads about both', () => {
  expect(new Set(people(28, 68).flatMap((facts) => mentionedSides(facts)))).toEqual(
    new Set([ability, modesty]),
  )
})

/** Six people with these T scores and a quiet style, which contradicts neither side. */
function people(selfBelief: number, humility: number): Facts[] {
  return Array.from({ length: 6 }, (_, person) => {
    const { focus, disc, ...rest } = sampleFacts(person)
    if (!focus || !disc) throw new Error('These facts are incomplete.')
    const { organization, understanding } = focus
    const changed = {
      organization: { ...organization, facets: { ...organization.facets, selfBelief: scaleAt(selfBelief) } },
      understanding: { ...understanding, facets: { ...understanding.facets, humility: scaleAt(humility) } },
    }
    const quietDisc = { ...disc, style: 'SC', scores: { D: 32, I: 40, S: 68, C: 60 } }
    return { ...rest, disc: quietDisc, focus: { ...focus, ...changed } }
  })
}

/** Which of the two facets have a sentence of their own about the person. */
function mentionedSides(facts: Facts): string[] {
  return composeByRules({ facts, locale: 'en' })
    .flatMap(({ pieces }) => pieces)
    .filter(({ group }) => group === 'facet' || group === 'less' || group === 'headline')
    .flatMap(({ evidence }) => evidence)
    .filter((id) => id === ability || id === modesty)
}

function scaleAt(t: number) {
  const level = t < 35 ? 'veryLow' : t < 45 ? 'low' : 'veryHigh'
  return { t, sem: 4, percentile: t < 50 ? 4 : 96, level, confidence: 0.9 } as const
}
