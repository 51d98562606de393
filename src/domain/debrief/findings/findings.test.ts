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
  test('is found if both facts are present', () => {
    expect(idsOf(tendenciesFor(conditions))).toContain(`relation.${id}`)
  })
  test.each([0, 1])('is not found if fact %i is missing', (missing) => {
    const remaining = tendenciesFor(conditions.filter((_, at) => at !== missing))
    const removed = conditions[missing]
    // Some letter always leads and some value always comes first, so if the relation's own is removed, others must.
    const other = conditions.includes('S') ? 'D' : 'S'
    const letters = typeof removed === 'string' ? { [other]: 3 } : (remaining.letters ?? {})
    const values = [...(remaining.values ?? []), ...valuesBut(removed)]
    expect(idsOf({ ...remaining, letters, values })).not.toContain(`relation.${id}`)
  })
  test('has texts and only names existing facets', () => {
    expect(texts.relations[id]?.say.sure).toBeTruthy()
    const named = conditions.filter(isOfFacet).map(([facet]) => facet)
    expect(named.filter((facet) => !facets.includes(facet))).toEqual([])
  })
})

describe('findings', () => {
  test('are true of the person they were found for', () => {
    for (const { name, facts } of samplePeople) {
      expect(
        findingsIn(facts).filter(({ isTrueOf }) => !isTrueOf(facts)),
        name,
      ).toEqual([])
    }
  })
  test('include a facet beyond the baseline level, and are sure only if its error bar is beyond it too', () => {
    const findings = findingsOf({ facets: { prudence: 5, trust: 1 } })
    expect(findings.find(({ id }) => id === 'facet.prudence.high')).toMatchObject({ sure: true })
    expect(findings.find(({ id }) => id === 'facet.trust.low')).toMatchObject({ sure: true })
    expect(findings.filter(({ id }) => id.startsWith('facet.'))).toHaveLength(2)
  })
  test.each(coreDesign.values.map(({ key }) => key))(
    'combine the value %s with its facet, high and low',
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
  test('include flat only for people without clear traits', () => {
    expect(idsOf({})).toContain('flat')
    expect(idsOf({ facets: Object.fromEntries(facets.map((facet) => [facet, 5])) })).not.toContain('flat')
  })
  test('are all unsure if the answers are doubtful', () => {
    const sheet = buildSheet({ facets: { prudence: 5 }, letters: { D: 3 } })
    const facts = extractFacts(simulatedBasis(sheet, 'p', { focus: 300 }))
    const statements = findingsIn(facts).filter(
      ({ subject }) => !['quality', 'unsureStyle'].includes(subject.kind),
    )
    expect(statements.filter(({ sure }) => sure)).toEqual([])
    expect(findingsIn(facts)[0]?.id).toBe('quality.caution')
  })
})

function findingsOf(tendencies: SheetTendencies) {
  return findingsIn(extractFacts(simulatedBasis(buildSheet(tendencies), 'p')))
}

function idsOf(tendencies: SheetTendencies): string[] {
  return findingsOf(tendencies).map(({ id }) => id)
}

function tendenciesFor(conditions: readonly Condition[]): SheetTendencies {
  const letters = conditions.flatMap((condition): [string, number][] => {
    if (typeof condition === 'string') return [[condition, 3]]
    return 'least' in condition ? [[condition.least, -3]] : []
  })
  return {
    facets: Object.fromEntries(
      conditions.filter(isOfFacet).map(([facet, side]) => [facet, side === 'high' ? 5 : 1]),
    ),
    letters: Object.fromEntries(letters),
    values: conditions.flatMap((condition) => valueIn(condition) ?? []),
  }
}

function isOfFacet(condition: Condition): condition is readonly [string, 'high' | 'low'] {
  return Array.isArray(condition)
}

function valueIn(condition: Condition | undefined): string | undefined {
  return typeof condition === 'object' && 'value' in condition ? condition.value : undefined
}

/** All other values, if the condition is one; otherwise none. */
function valuesBut(condition: Condition | undefined): string[] {
  const value = valueIn(condition)
  return value === undefined ? [] : coreDesign.values.map(({ key }) => key).filter((key) => key !== value)
}
