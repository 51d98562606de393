import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import norms from '../../content/norms/focus.json' with { type: 'json' }
import { instruments } from '../../scripts/instruments.ts'
import { type FocusNorm, scoreFocus } from './focus.ts'
import type { FocusResult, FocusScale } from './results.ts'
import vectors from './vectors/focus.json' with { type: 'json' }

const { keys, norm, reliability } = instruments.focus
const answer = fc.integer({ min: 1, max: 5 })
const sheet = fc.array(answer, { minLength: 120, maxLength: 120 })
const published: FocusNorm = { ...norm, provisional: { domains: {}, facets: {}, scales: [] } }

/** Standard errors in T by trait and facet: 10·√(1 - ρ). */
const errors = new Map<string, number>(
  keys.facets.flatMap(({ trait, facet, scale }) => {
    const of = (rho = Number.NaN) => Number((10 * Math.sqrt(1 - rho)).toFixed(2))
    return [
      [trait, of(reliability.domains[scale.charAt(0)])],
      [facet, of(reliability.facets[scale])],
    ] as const
  }),
)

/** Every scale by name. */
function scores(result: FocusResult): Map<string, FocusScale> {
  return new Map(
    Object.entries(result).flatMap(([name, { facets, ...trait }]) => [
      [name, trait] as const,
      ...Object.entries(facets),
    ]),
  )
}

describe('scoreFocus', () => {
  test.each(vectors)('gives the golden result for $name', ({ answers, expected }) => {
    expect(scoreFocus(answers, keys, norm)).toEqual(expected)
  })

  test('states the standard error of each scale, and otherwise only another certainty, from edition 1.1.0 on', () => {
    fc.assert(
      fc.property(sheet, (answers) => {
        const first = scores(scored(answers))
        const second = scores(scoreFocus(answers, keys, norm, reliability) as FocusResult)
        for (const [name, { sem, confidence, sideConfidence, ...same }] of second) {
          expect(first.get(name)).toMatchObject(same)
          expect(sem).toBe(errors.get(name))
          expect(confidence).toBeGreaterThan(0)
          expect(sideConfidence).toBeGreaterThanOrEqual(confidence)
        }
      }),
      { numRuns: 20 },
    )
  })

  test('knows results of both editions apart, whichever was scored first', () => {
    const answers = new Array(120).fill(4)
    const second = scoreFocus(answers, keys, norm, reliability) as FocusResult
    expect(scored(answers).stability).not.toHaveProperty('sideConfidence')
    expect(second.stability).toHaveProperty('sideConfidence')
    expect(scoreFocus(answers, keys, norm, reliability)).toEqual(second)
  })

  test('returns traits and facets in the order of the API', () => {
    const result = scored(new Array(120).fill(3))
    expect(Object.entries(result).map(([trait, { facets }]) => [trait, ...Object.keys(facets)])).toEqual(
      order,
    )
  })

  test('keeps every figure within its limits', () => {
    fc.assert(
      fc.property(sheet, (answers) => {
        for (const { raw, score, confidence } of scales(scored(answers))) {
          expect(raw).toBeGreaterThanOrEqual(4)
          expect(raw).toBeLessThanOrEqual(120)
          expect(score).toBeGreaterThanOrEqual(1)
          expect(score).toBeLessThanOrEqual(99)
          expect(confidence).toBeGreaterThan(0)
          expect(confidence).toBeLessThanOrEqual(1)
        }
      }),
      { numRuns: 50 },
    )
  })

  test('raises the facet and its trait, and nothing else, with every answer in the direction of the key', () => {
    fc.assert(
      fc.property(sheet, fc.integer({ min: 0, max: 119 }), (answers, at) => {
        const item = keys.items[at]
        const facet = keys.facets.find(({ facet }) => facet === item?.facet)
        if (!item || !facet) throw new Error('no such item')
        const towards = item.ipip * facet.sign
        const lower = scored(answers.with(at, towards > 0 ? 2 : 4))
        const higher = scored(answers.with(at, 3))
        expect(higher[facet.trait].t).toBeGreaterThan(lower[facet.trait].t)
        const changed = facetEntries(higher).filter(([name, { t }]) => t !== facetT(lower, name))
        expect(changed.map(([name]) => name)).toEqual([facet.facet])
        expect(facetT(higher, facet.facet)).toBeGreaterThan(facetT(lower, facet.facet))
      }),
      { numRuns: 100 },
    )
  })

  test('gives the same result if an item and its key are both reversed', () => {
    fc.assert(
      fc.property(sheet, fc.integer({ min: 0, max: 119 }), (answers, at) => {
        const items = keys.items.map((item, index) => (index === at ? { ...item, ipip: -item.ipip } : item))
        const turned = answers.with(at, 6 - (answers[at] ?? 3))
        expect(scoreFocus(turned, { ...keys, items }, norm)).toEqual(scored(answers))
      }),
      { numRuns: 50 },
    )
  })

  test('refuses two missing answers in a facet', () => {
    const [first = 0, second = 0] = keys.facets[0]?.items ?? []
    const answers = new Array<number | null>(120)
      .fill(3)
      .with(first - 1, null)
      .with(second - 1, null)
    expect(scoreFocus(answers, keys, norm)).toEqual({
      unscored: 'facet creativity has 2 missing answers, at most 1 may be',
    })
  })

  test('refuses thirteen missing answers', () => {
    const answers = new Array<number | null>(120).fill(3).fill(null, 0, 13)
    expect(scoreFocus(answers, keys, norm)).toEqual({ unscored: '13 answers are missing, at most 12 may be' })
  })

  test.each([0, 6, 2.5, Number.NaN, undefined])('refuses %s as an answer and names its position', (wrong) => {
    const answers = new Array<number>(120).fill(3).with(17, wrong as number)
    expect(() => scoreFocus(answers, keys, norm)).toThrow('focus[17]: expected a whole number from 1 to 5')
  })

  test('refuses a sheet of 119 answers', () => {
    expect(() => scoreFocus(new Array(119).fill(3), keys, norm)).toThrow('found 119')
  })

  test('avoids the cuts, so that rounding T never changes a level', () => {
    const { provisional, balanced } = norm
    for (const { scale, sign } of keys.facets) {
      for (const kind of ['facets', 'domains'] as const) {
        const name = kind === 'facets' ? scale : scale.charAt(0)
        const figures = provisional[kind][name] ?? balanced[kind][name]
        for (let raw = 4; raw <= 120; raw++) {
          const t = 50 + (10 * sign * (raw - (figures?.mean ?? 0))) / (figures?.sd ?? 1)
          for (const cut of [35, 45, 55, 65]) expect(Math.abs(t - cut)).toBeGreaterThan(1e-4)
        }
      }
    }
  })
})

describe('the norm', () => {
  test.each(norms.cells)('gives T 50 to the mean of $sex, $age, scored with that cell', (cell) => {
    const domains = Object.entries(cell.domains)
    const facets = Object.entries(cell.facets)
    expect([domains.length, facets.length]).toEqual([5, 30])
    // A norm whose mean is moved onto a sum of whole answers scores exactly that sum as 50.
    const shifted = (entries: [string, { mean: number; sd: number }][]) =>
      Object.fromEntries(entries.map(([name, { mean, sd }]) => [name, { mean: Math.round(mean), sd }]))
    const own = { ...published, id: 'cell', balanced: { domains: cell.domains, facets: cell.facets } }
    const whole = { ...own, balanced: { domains: shifted(domains), facets: shifted(facets) } }
    for (const facet of keys.facets) {
      const figures = own.balanced.facets[facet.scale as keyof typeof cell.facets]
      const answers = answersWithSum(facet.items, Math.round(figures.mean))
      expect(facetT(scoreFocus(answers, keys, whole) as FocusResult, facet.facet)).toBe(50)
      const off = (10 * facet.sign * (Math.round(figures.mean) - figures.mean)) / figures.sd
      expect(facetT(scoreFocus(answers, keys, own) as FocusResult, facet.facet)).toBeCloseTo(50 + off, 2)
    }
  })

  test('is the balanced mixture of the eight cells', () => {
    for (const kind of ['domains', 'facets'] as const) {
      for (const [name, { mean, sd }] of Object.entries(norms.balanced[kind])) {
        const cells = norms.cells.map((cell) => {
          const figures: Record<string, { mean: number; sd: number }> = cell[kind]
          return figures[name] ?? { mean: Number.NaN, sd: Number.NaN }
        })
        const middle = average(cells.map((cell) => cell.mean))
        const variance =
          average(cells.map((cell) => cell.sd ** 2)) + average(cells.map((cell) => (cell.mean - middle) ** 2))
        expect(mean).toBeCloseTo(middle, 3)
        expect(sd).toBeCloseTo(Math.sqrt(variance), 3)
      }
    }
  })

  test('computes the provisional mean of flexibility from the balanced one', () => {
    const { balanced, provisional } = norms
    const derived = balanced.domains.O.mean - balanced.facets.O6.mean + provisional.facets.O6.mean
    expect(provisional.domains.O).toEqual({ mean: expect.closeTo(derived, 9), sd: balanced.domains.O.sd })
    expect(provisional.scales).toEqual(['openMindedness', 'flexibility'])
  })
})

const order = [
  'flexibility creativity aestheticAppreciation emotionalAwareness innovativeness intellectualCuriosity openMindedness',
  'organization selfBelief systemization responsibility goalOriented discipline prudence',
  'communication friendliness sociability leadership vigor adventureSeeking cheerfulness',
  'understanding trust integrity generosity teamwork humility compassion',
  'stability composure temperance optimism confidence selfControl resilience',
].map((line) => line.split(' '))

function scored(answers: readonly number[]): FocusResult {
  return scoreFocus(answers, keys, norm) as FocusResult
}

function scales(result: FocusResult): FocusScale[] {
  return Object.values(result).flatMap((trait) => [trait, ...Object.values(trait.facets)])
}

function facetEntries(result: FocusResult): [string, FocusScale][] {
  return Object.values(result).flatMap(({ facets }) => Object.entries(facets))
}

function facetT(result: FocusResult, name: string): number {
  return Object.fromEntries(facetEntries(result))[name]?.t ?? Number.NaN
}

/** Answers whose four keyed items (in the norm's direction) add up to `sum`; all others are 3. */
function answersWithSum(items: readonly number[], sum: number): number[] {
  const answers = new Array<number>(120).fill(3)
  for (const [at, n] of items.entries()) {
    const share = Math.floor((sum + at) / 4)
    answers[n - 1] = keys.items[n - 1]?.ipip === -1 ? 6 - share : share
  }
  return answers
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
