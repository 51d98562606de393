import fc from 'fast-check'
import { reportTexts } from '../../content/report.ts'
import { levelConfidence, levelOf } from '../../scoring/level.ts'
import type { CoreResult, DiscResult, FocusResult, FocusScale } from '../../scoring/results.ts'
import { localizedScaleNames } from './names.ts'

const names = localizedScaleNames('en')
const facetKeys = Object.keys(names.facets)
const valueKeys = Object.keys(reportTexts('en').values)

/** Focus results at T 50, except for the given facets. */
export function focusOf(ts: Readonly<Record<string, number>>): FocusResult {
  const traits = Object.keys(names.traits).map((trait, index) => {
    const own = facetKeys.slice(index * 6, index * 6 + 6)
    const facets = Object.fromEntries(own.map((facet) => [facet, scale(ts[facet] ?? 50, 5.3)]))
    return [trait, { ...scale(ts[trait] ?? 50, 3.6), facets }]
  })
  return Object.fromEntries(traits) as FocusResult
}

/** An unambiguous result of a style: its letters high, the others low. */
export function discOf(style: string): DiscResult {
  const value = (letter: string) => (style[0] === letter ? 70 : style[1] === letter ? 60 : 35)
  const none = { D: 0, I: 0, S: 0, C: 0 }
  const [d, i, s, c] = ['D', 'I', 'S', 'C'].map(value) as [number, number, number, number]
  return { style, d, i, s, c, most: none, least: none, styles: { [style]: 0.8 }, confidence: 0.8 }
}

/** Values in this order, then the rest, one unit apart. */
export function coreOf(first: readonly string[]): CoreResult {
  const order = [...first, ...valueKeys.filter((key) => !first.includes(key))]
  const [one = '', two = '', three = '', four = '', five = ''] = order
  return {
    first: one,
    second: two,
    third: three,
    fourth: four,
    fifth: five,
    ranked: order.map((key, index) => ({ key, utility: 6 - index, se: 0.3, most: 0 })),
    close: [],
  }
}

export const anyFocus: fc.Arbitrary<FocusResult> = fc
  .array(fc.integer({ min: 20, max: 80 }), { minLength: 30, maxLength: 30 })
  .map((ts) => focusOf(Object.fromEntries(facetKeys.map((facet, index) => [facet, ts[index] ?? 50]))))

export const anyDisc: fc.Arbitrary<DiscResult> = fc
  .tuple(
    fc.shuffledSubarray(['D', 'I', 'S', 'C'], { minLength: 1, maxLength: 2 }),
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.boolean(),
  )
  .map(([letters, confidence, even]) => {
    const style = letters.join('')
    const sure = { ...discOf(style), confidence, styles: { [style]: confidence } }
    return even ? { ...sure, d: 50, i: 50, s: 50, c: 50 } : sure
  })

export const anyCore: fc.Arbitrary<CoreResult> = fc
  .tuple(fc.shuffledSubarray(valueKeys, { minLength: 13 }), fc.boolean())
  .map(([order, close]) => {
    const core = coreOf(order)
    return close ? { ...core, close: [[core.first, core.second]] } : core
  })

function scale(t: number, sem: number): FocusScale {
  return { raw: 0, t, score: t, level: levelOf(t), sem, confidence: levelConfidence(t, sem) }
}
