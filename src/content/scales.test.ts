import { describe, expect, test } from 'vitest'
import { letters } from '../scoring/results.ts'
import { focusForm } from './forms.ts'
import { scalesIn } from './texts.ts'

const scales = scalesIn('en')

describe('names of scales', () => {
  test('cover exactly the traits and facets of the form, in its order', () => {
    expect(Object.keys(scales.traits)).toEqual([...new Set(focusForm.facets.map(({ trait }) => trait))])
    expect(Object.keys(scales.facets)).toEqual(focusForm.facets.map(({ facet }) => facet))
    expect(Object.keys(scales.letters)).toEqual(letters)
  })

  test('are their keys in sentence case', () => {
    for (const [key, { name }] of Object.entries({ ...scales.traits, ...scales.facets })) {
      const spaced = key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
      expect(name).toBe(spaced.charAt(0).toUpperCase() + spaced.slice(1))
    }
  })

  test('say in one plain sentence each what high and low mean', () => {
    const texts = Object.values({ ...scales.traits, ...scales.facets }).flatMap(({ high, low }) => [
      high,
      low,
    ])
    expect(new Set(texts).size).toBe(70)
    for (const text of texts) {
      expect(text).toMatch(/^[A-Z][^.!?;:]*(: [^.!?;:]*)?\.$/)
      expect(text).toMatch(/\byour?\b/i)
      expect(text.split(' ').length).toBeLessThanOrEqual(16)
    }
  })

  test('describe what the items ask if a name suggests something else', () => {
    expect(scales.facets.optimism?.low).toContain('down')
    expect(scales.facets.confidence?.high).toContain('people')
    expect(scales.facets.selfBelief?.high).toContain('tasks')
    expect(scales.facets.selfControl?.high).toContain('temptations')
  })

  test('name the five levels without diagnosis', () => {
    expect(Object.values(scales.levels)).toEqual(['Very low', 'Low', 'Baseline', 'High', 'Very high'])
    expect(JSON.stringify(scales)).not.toMatch(/neuro|depress|anxi|disorder|narciss|impulsive|patholog/i)
  })
})
