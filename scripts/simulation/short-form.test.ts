import { describe, expect, test } from 'vitest'
import choice from '../../content/focus-60-choice.json' with { type: 'json' }
import { instruments, shortInstruments } from '../instruments.ts'
import { deriveShortForm } from './short-form.ts'

const { keys: full, norm, reliability } = instruments.focus
const { keys: short } = shortInstruments.focus

describe('focus-60', () => {
  test('gives a reason for each of the 120 statements, and takes two of each facet', () => {
    expect(choice.statements.map(({ statement }) => statement)).toEqual(full.items.map(({ n }) => n))
    for (const { why, facet, statement } of choice.statements) {
      expect(why.length, `${statement}`).toBeGreaterThan(8)
      expect(facet).toBe(full.items[statement - 1]?.facet)
    }
    const chosen = choice.statements.filter((one) => one.chosen).map(({ statement }) => statement)
    expect(short.items.map(({ statement }) => statement).toSorted((a = 0, b = 0) => a - b)).toEqual(chosen)
    for (const { facet, items } of short.facets) {
      expect([items.length, items.filter((n) => n <= 30).length], facet).toEqual([2, 1])
      expect(items.every((n) => short.items[n - 1]?.facet === facet)).toBe(true)
    }
  })

  test('keeps the keys, and takes one statement in each direction where a facet has both', () => {
    for (const { statement = 0, ipip } of short.items) expect(ipip).toBe(full.items[statement - 1]?.ipip)
    for (const { facet, items } of full.facets) {
      const directions = new Set(items.map((n) => full.items[n - 1]?.ipip))
      const own = new Set(short.items.filter((one) => one.facet === facet).map(({ ipip }) => ipip))
      expect(own, facet).toEqual(directions)
    }
  })

  test('has the norm and the reliabilities that follow from those of the full form', () => {
    const derived = deriveShortForm(full, norm, reliability)
    expect(shortInstruments.focus.norm).toMatchObject(derived.norm)
    expect(shortInstruments.focus.reliability).toMatchObject(derived.reliability)
    // Two parallel halves add up to the whole: s² = 2·s₂² + 2·ρ₂·s₂².
    for (const { scale } of full.facets) {
      const { sd } = norm.balanced.facets[scale] ?? { sd: 0 }
      const half = derived.norm.balanced.facets[scale]?.sd ?? 0
      expect(2 * half ** 2 * (1 + (derived.reliability.facets[scale] ?? 0))).toBeCloseTo(sd ** 2, 2)
    }
  })
})
