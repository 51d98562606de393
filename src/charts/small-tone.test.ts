import { describe, expect, test } from 'vitest'
import { traitFacets } from '../domain/profile/scores.ts'
import { levelOf } from '../scoring/level.ts'
import { normalCdf } from '../scoring/normal.ts'
import { tOf } from './percentile.ts'
import { fillingTone, smallTone, type ToneScores, toneOrder } from './small-tone.ts'

describe('tOf', () => {
  test.each([1, 2.5, 6.7, 16, 30.9, 50, 69.1, 84, 93.3, 99])(
    'converts back from percentile %d',
    (percentile) => {
      expect(100 * normalCdf((tOf(percentile) - 50) / 10)).toBeCloseTo(percentile, 0)
    },
  )

  test('is exactly in the middle at 50, and increases', () => {
    expect(tOf(50)).toBeCloseTo(50, 1)
    for (let percentile = 1; percentile < 99; percentile += 0.5) {
      expect(tOf(percentile + 0.5)).toBeGreaterThan(tOf(percentile))
    }
  })
})

describe('smallTone', () => {
  test('has the traits and facets of a profile, in order', () => {
    expect(Object.fromEntries(toneOrder.map(({ trait, facets }) => [trait, [...facets]]))).toEqual(
      traitFacets,
    )
  })

  test('draws thirty strokes within its height, at both widths', () => {
    for (const width of [204, 128] as const) {
      const bars = rects(smallTone(scores(), { width }))
      expect(bars).toHaveLength(30)
      for (const { x, y, width: wide, height } of bars) {
        expect(Math.min(x, y)).toBeGreaterThanOrEqual(0)
        expect(x + wide).toBeLessThanOrEqual(width)
        expect(y + height).toBeLessThanOrEqual(36)
      }
    }
  })

  test('is above the baseline for a high score and below it for a low one', () => {
    const [low, high] = [rects(smallTone(scores(10))), rects(smallTone(scores(90)))]
    expect(low.every(({ y }) => y === 18)).toBe(true)
    expect(high.every(({ y, height }) => Math.abs(y + height - 18) < 0.02)).toBe(true)
  })

  test('draws the same whatever the order of the keys', () => {
    const turned = Object.fromEntries(
      Object.entries(scores())
        .reverse()
        .map(([trait, { facets }]) => [
          trait,
          { facets: Object.fromEntries(Object.entries(facets).reverse()) },
        ]),
    )
    expect(smallTone(turned)).toBe(smallTone(scores()))
  })

  test('is hidden from screen readers next to the same words, and labeled with a title', () => {
    expect(smallTone(scores())).toContain('aria-hidden="true"')
    const alone = smallTone(scores(), { title: 'Noor & all' })
    expect(alone).toContain('role="img"')
    expect(alone).toContain('<title>Noor &amp; all</title>')
  })
})

describe('fillingTone', () => {
  const filled = (share: number) => {
    const markup = fillingTone(share)
    const of = (kind: string) => markup.match(new RegExp(`class="filling-${kind}"`, 'g'))?.length ?? 0
    return [of('done'), of('current'), of('ahead')]
  }

  test.each([
    [0, [0, 0, 30]],
    [0.001, [0, 1, 29]],
    [87 / 120, [21, 1, 8]],
    [0.999, [29, 1, 0]],
    [1, [30, 0, 0]],
    [-1, [0, 0, 30]],
    [2, [30, 0, 0]],
  ])('at a share of %d', (share, parts) => {
    expect(filled(share)).toEqual(parts)
  })

  test('has its ticks where the strokes will be', () => {
    const middles = (markup: string) => rects(markup).map(({ x, width }) => Math.round(x + width / 2))
    expect(middles(fillingTone(0))).toEqual(middles(smallTone(scores())))
    expect(new Set(rects(fillingTone(0)).map(({ height }) => height))).toEqual(new Set([6]))
  })
})

/** A person whose facets run from the lowest percentile to the highest, or all have one. */
function scores(all?: number): ToneScores {
  let count = 0
  return Object.fromEntries(
    toneOrder.map(({ trait, facets }) => [
      trait,
      {
        facets: Object.fromEntries(
          facets.map((facet) => {
            const score = all ?? 1 + (98 * count++) / 29
            return [facet, { score, level: levelOf(tOf(score)) }]
          }),
        ),
      },
    ]),
  )
}

function rects(markup: string): { x: number; y: number; width: number; height: number }[] {
  return [
    ...markup.matchAll(/<rect class="[^"]+" x="([\d.-]+)" y="([\d.-]+)" width="([\d.]+)" height="([\d.]+)"/g),
  ].map(([, x, y, width, height]) => ({
    x: Number(x),
    y: Number(y),
    width: Number(width),
    height: Number(height),
  }))
}
