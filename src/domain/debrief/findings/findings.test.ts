import { describe, expect, test } from 'vitest'
import { buildSheet, type SheetTendencies } from '../../../../scripts/simulation/build-sheet.ts'
import { simulatedBasis } from '../../../../scripts/simulation/debrief-basis.ts'
import { coreDesign, focusForm } from '../../../content/forms.ts'
import { extractFacts } from '../facts.ts'
import { samplePeople } from '../sample.ts'
import { debriefTexts } from '../texts.ts'
import { findingsIn } from './all.ts'
import { type Condition, relations } from './relations.ts'

const texts = debriefTexts('en')
const facets = focusForm.facets.map(({ facet }) => facet)

describe.each(relations)('the relation $id', ({ id, conditions }) => {
  test('is found where both facts are there', () => {
    expect(idsOf(leaningsOf(conditions))).toContain(`relation.${id}`)
  })
  test.each([0, 1])('is not found where fact %i is missing', (missing) => {
    const left = leaningsOf(conditions.filter((_, at) => at !== missing))
    // Some letter always leads, so where the relation's own is taken away another one must.
    const other = conditions.includes('S') ? 'D' : 'S'
    const letters = typeof conditions[missing] === 'string' ? { [other]: 3 } : (left.letters ?? {})
    expect(idsOf({ ...left, letters })).not.toContain(`relation.${id}`)
  })
  test('has its texts, and speaks of facets that there are', () => {
    expect(texts.relations[id]?.say.sure[0]).toBeTruthy()
    const named = conditions.filter((condition) => typeof condition !== 'string').map(([facet]) => facet)
    expect(named.filter((facet) => !facets.includes(facet))).toEqual([])
  })
})

describe('findings', () => {
  test('hold of the person in whom they were found', () => {
    for (const { name, facts } of samplePeople) {
      expect(
        findingsIn(facts).filter(({ holds }) => !holds(facts)),
        name,
      ).toEqual([])
    }
  })
  test('name a facet from its level on, surely only where its band is off the baseline', () => {
    const found = findingsOf({ facets: { prudence: 5, trust: 1 } })
    expect(found.find(({ id }) => id === 'facet.prudence.high')).toMatchObject({ sure: true })
    expect(found.find(({ id }) => id === 'facet.trust.low')).toMatchObject({ sure: true })
    expect(found.filter(({ id }) => id.startsWith('facet.'))).toHaveLength(2)
  })
  test('name the two ends of a trait that falls apart, and not of one that does not', () => {
    const ids = idsOf({ facets: { prudence: 5, systemization: 1, trust: 5 } })
    expect(ids.filter((id) => id.startsWith('spread.'))).toEqual([
      'spread.organization.prudence.systemization',
    ])
  })
  test.each(coreDesign.values.map(({ key }) => key))(
    'put the value %s beside its facet, high and low',
    (value) => {
      const { gaps, fits } = [1, 5].reduce(
        (sum, mean) => {
          const all = Object.fromEntries(facets.map((facet) => [facet, mean]))
          const ids = idsOf({ facets: all, values: [value] })
          return {
            fits: sum.fits + Number(ids.includes(`fit.${value}`)),
            gaps: sum.gaps + Number(ids.includes(`gap.${value}`)),
          }
        },
        { fits: 0, gaps: 0 },
      )
      expect({ fits, gaps }).toEqual({ fits: 1, gaps: 1 })
      expect(texts.values[value]).toBeDefined()
    },
  )
  test('say that somebody is flat who is, and not somebody with clear traits', () => {
    expect(idsOf({})).toContain('flat')
    expect(idsOf({ facets: Object.fromEntries(facets.map((facet) => [facet, 5])) })).not.toContain('flat')
  })
  test('are all unsure where the answers are doubtful', () => {
    const sheet = buildSheet({ facets: { prudence: 5 }, letters: { D: 3 } })
    const facts = extractFacts(simulatedBasis(sheet, 'p', { focus: 300 }))
    const told = findingsIn(facts).filter(
      ({ subject }) => !['quality', 'unsureStyle', 'closeValues'].includes(subject.kind),
    )
    expect(told.filter(({ sure }) => sure)).toEqual([])
    expect(findingsIn(facts)[0]?.id).toBe('quality.caution')
  })
})

function findingsOf(leanings: SheetTendencies) {
  return findingsIn(extractFacts(simulatedBasis(buildSheet(leanings), 'p')))
}

function idsOf(leanings: SheetTendencies): string[] {
  return findingsOf(leanings).map(({ id }) => id)
}

function leaningsOf(conditions: readonly Condition[]): SheetTendencies {
  const entries = conditions.filter((condition) => typeof condition !== 'string')
  const letter = conditions.find((condition) => typeof condition === 'string')
  return {
    facets: Object.fromEntries(entries.map(([facet, side]) => [facet, side === 'high' ? 5 : 1])),
    letters: letter ? { [letter]: 3 } : {},
  }
}
