import { describe, expect, test } from 'vitest'
import { nameExtremes } from './extremes.ts'
import { sampleReading, sampleTraits, sampleWords } from './sample.ts'
import { strokes } from './strokes.ts'
import { tone } from './tone.ts'

describe('strokes', () => {
  test('are evenly spaced, with a gap of 3.6 % of the width between traits', () => {
    const xs = strokes(sampleTraits(), 1000).map(({ x }) => x)
    const pitch = (1000 - 4 * 36) / 30
    expect(xs).toHaveLength(30)
    expect(xs[0]).toBeCloseTo(pitch / 2)
    expect((xs[1] ?? 0) - (xs[0] ?? 0)).toBeCloseTo(pitch)
    expect((xs[6] ?? 0) - (xs[5] ?? 0)).toBeCloseTo(pitch + 36)
    expect(xs[29]).toBeCloseTo(1000 - pitch / 2)
  })

  test('reach at most 27 T points from the baseline, halo included', () => {
    for (const { t, from, to } of strokes(sampleTraits(), 1000)) {
      expect(Math.min(t, from, to)).toBeGreaterThanOrEqual(23)
      expect(Math.max(t, from, to)).toBeLessThanOrEqual(77)
    }
  })
})

describe('the names of extremes', () => {
  const all = strokes(sampleTraits(), 1042)

  test('are at most five, 15 T points or more away if there are such on both sides, 120 px apart on each', () => {
    const names = nameExtremes(all, 1042)
    expect(names.length).toBeGreaterThan(0)
    expect(names.length).toBeLessThanOrEqual(5)
    for (const name of names) {
      const stroke = all.find(({ label }) => label === name.label)
      expect(Math.abs((stroke?.t ?? 50) - 50)).toBeGreaterThanOrEqual(15)
      for (const other of names) {
        if (other !== name && other.up === name.up) expect(Math.abs(other.x - name.x)).toBeGreaterThan(100)
      }
    }
  })

  test('start with the farthest', () => {
    expect(['Label facet00', 'Label facet45']).toContain(nameExtremes(all, 1042)[0]?.label)
  })

  test('include the farthest on the other side, though it is not far', () => {
    const low = sampleTraits().map((trait, at) => ({
      ...trait,
      facets: trait.facets.map(({ key }, index) => sampleReading(key, at === 3 && index === 2 ? 58 : 30, 5)),
    }))
    const highs = nameExtremes(strokes(low, 1042), 1042).filter(({ up }) => up)
    expect(highs.map(({ label }) => label)).toEqual(['Label facet32'])
  })

  test('are omitted in a flat profile', () => {
    const flat = sampleTraits().map((trait) => ({
      ...trait,
      facets: trait.facets.map(({ key }) => sampleReading(key, 51, 5)),
    }))
    expect(nameExtremes(strokes(flat, 1042), 1042)).toEqual([])
  })

  test('stay inside the drawing, whatever their length', () => {
    const long = strokes(sampleTraits({ label: 'Aesthetic appreciation of everything' }), 1042)
    for (const { x } of nameExtremes(long, 1042)) {
      expect(x).toBeGreaterThan(130)
      expect(x).toBeLessThan(1042 - 130)
    }
  })
})

describe('tone', () => {
  const markup = tone(sampleTraits(), sampleWords.tone)

  test('draws thirty strokes in the wide and thirty in the narrow version', () => {
    expect(markup.match(/class="tone-stroke /g)).toHaveLength(60)
    expect(markup).toContain('viewBox="0 0 1120 400"')
    expect(markup).toContain('viewBox="0 0 350 226"')
  })

  test('names the extremes in both versions, in the narrow one inside its frame and apart from each other', () => {
    const named = (kind: string) => {
      const drawing = new RegExp(`class="tone ${kind}".*?</svg>`).exec(markup)?.[0] ?? ''
      return [...drawing.matchAll(/class="tone-name" x="([\d.]+)" y="([\d.]+)"[^>]*>([^<]+)</g)].map(
        ([, x, y, label]) => ({ x: Number(x), y: Number(y), label }),
      )
    }
    const narrow = named('tone-phone')
    expect(narrow.length).toBeGreaterThan(1)
    expect(narrow[0]?.label).toBe(named('tone-wide')[0]?.label)
    for (const { x, y } of narrow) {
      expect(x).toBeGreaterThan(35)
      expect(x).toBeLessThan(350 - 35)
      expect(y).toBeGreaterThan(12)
      expect(y).toBeLessThan(226)
    }
  })

  test.each([
    ['de', 'baseline, 50', '50, baseline'],
    ['ja', 'baseline、50', '50、baseline'],
    ['zh-Hans', 'baseline，50', '50，baseline'],
  ])('has levels with their scores as %s writes them', (languageTag, caption, fact) => {
    const meaning = { high: 'High.', low: 'Low.' }
    const drawn = tone(sampleTraits({ meaning }), { ...sampleWords.tone, languageTag })
    expect(drawn).toContain(`>${caption}</text>`)
    expect(drawn).toContain(`: ${fact}"`)
  })

  test('ends a stroke exactly at its score: T 65 on the dotted line', () => {
    const person = sampleTraits().map((trait) => ({
      ...trait,
      facets: trait.facets.map(({ key }) => sampleReading(key, 65, 5)),
    }))
    const drawing = tone(person, sampleWords.tone)
    const dotted = Number(/class="dotted" x1="0" x2="1042" y1="([\d.]+)"/.exec(drawing)?.[1])
    const shoulder = Number(/class="tone-stroke level-high" d="M[\d.]+ 160V([\d.]+)A3 3/.exec(drawing)?.[1])
    expect(shoulder - 3).toBeCloseTo(dotted)
  })

  test('gives every facet a row in the table, with its error band', () => {
    expect(markup.match(/<th scope="row">/g)).toHaveLength(35)
    expect(markup).toContain('<td>16–26</td>')
  })
})
