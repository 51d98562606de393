import { describe, expect, test } from 'vitest'
import { disc } from './disc.ts'
import { focus } from './focus.ts'
import { percentiles } from './percentiles.ts'
import { sampleTraits, sampleWords } from './sample.ts'
import { tone } from './tone.ts'
import { values } from './values.ts'

const unsafe = '<img src=x onerror="alert(1)"> & \'quotes\''

const figures: [string, string][] = [
  ['tone', tone(sampleTraits(), sampleWords.tone)],
  ['focus', focus(sampleTraits(), sampleWords.focus)],
  ['percentiles', percentiles(sampleTraits(), sampleWords.focus)],
  ['disc', disc({ d: 71, i: 62, s: 31, c: 36 }, sampleWords.disc)],
  ['values', values(sampleWords.ranked, [['freedom', 'achievement']], sampleWords.values)],
]

describe.each(figures)('the %s figure', (_, markup) => {
  test('has no style attribute, which the content security policy forbids', () => {
    expect(markup).not.toMatch(/\sstyle=/)
  })

  test('has no color of its own', () => {
    expect(markup).not.toMatch(/#[0-9a-f]{3,6}\b|rgb\(|(fill|stroke)="/i)
  })

  test('has a title sentence and the same data as an expandable table', () => {
    expect(markup).toMatch(/^<figure class="chart chart-\w+">/)
    expect(markup).toMatch(/<figcaption class="chart-title">[^<]+<\/figcaption>/)
    expect(markup).toMatch(/<details class="chart-table"><summary>[^<]+<\/summary><table>/)
  })

  test('leaves no number undefined', () => {
    expect(markup).not.toMatch(/NaN|undefined|Infinity/)
  })

  test('closes every element that it opens', () => {
    const open: string[] = []
    for (const [, slash, name = '', self] of markup.matchAll(/<(\/?)([a-z]+)[^>]*?(\/?)>/g)) {
      if (slash) expect(open.pop()).toBe(name)
      else if (!self) open.push(name)
    }
    expect(open).toEqual([])
  })
})

describe('words', () => {
  test.each([
    ['tone', tone(sampleTraits({ label: unsafe }), sampleWords.tone)],
    ['focus', focus(sampleTraits({ label: unsafe }), sampleWords.focus)],
    ['percentiles', percentiles(sampleTraits({ label: unsafe }), sampleWords.focus)],
    [
      'disc',
      disc(
        { d: 50, i: 50, s: 50, c: 50 },
        { ...sampleWords.disc, title: unsafe, picture: unsafe, note: unsafe },
      ),
    ],
    [
      'values',
      values([{ key: 'a', label: unsafe, note: unsafe, utility: 0, se: 0.2 }], [], sampleWords.values),
    ],
  ])('are escaped in the %s figure', (_, markup) => {
    expect(markup).not.toContain('<img')
    expect(markup).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; &#39;quotes&#39;')
  })
})
