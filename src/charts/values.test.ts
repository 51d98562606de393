import { describe, expect, test } from 'vitest'
import { disc } from './disc.ts'
import { focus } from './focus.ts'
import { sampleTraits, sampleWords } from './sample.ts'
import { values } from './values.ts'

describe('values', () => {
  const markup = values(sampleWords.ranked, [['freedom', 'achievement']], sampleWords.values)
  const rows = markup.split('<li ').slice(1)

  test('are one ordered list, the first five large with a note', () => {
    expect(rows).toHaveLength(7)
    expect(rows.slice(0, 5).every((row) => row.includes('value-note'))).toBe(true)
    expect(rows.slice(5).some((row) => row.includes('value-note'))).toBe(false)
  })

  test('are on one axis: equal steps in utility are equal steps on it', () => {
    const places = [...markup.matchAll(/cx="([\d.]+)%"/g)].map(([, x]) => Number(x))
    const steps = places.slice(1).map((x, index) => (places[index] ?? 0) - x)
    for (const step of steps) expect(step).toBeCloseTo(steps[0] ?? 0, 1)
    expect(Math.min(...places)).toBeGreaterThan(0)
    expect(Math.max(...places)).toBeLessThan(100)
  })

  test('are joined only where they are too close to call', () => {
    expect(rows[0]).toContain('joined-below')
    expect(rows[1]).toContain('joined-above')
    expect(rows[1]).not.toContain('joined-below')
    expect(rows.slice(2).some((row) => row.includes('joined'))).toBe(false)
  })

  test('format figures in the table for the language', () => {
    expect(markup).toMatch(/<td[^>]*>-?\d,\d\d<\/td>/)
    expect(markup).not.toMatch(/<td[^>]*>-?\d\.\d\d<\/td>/)
  })

  test('can be drawn when all are equal', () => {
    const equal = sampleWords.ranked.map((value) => ({ ...value, utility: 0, se: 0 }))
    expect(values(equal, [], sampleWords.values)).toContain('cx="50%"')
  })
})

describe('discBars', () => {
  test('run from the midline 50 to the value', () => {
    const markup = disc({ d: 71, i: 50, s: 31, c: 48 }, sampleWords.disc)
    expect(markup).toContain('<rect class="disc-bar disc-d" x="50%" y="8.5" width="21%"')
    expect(markup).toContain('<rect class="disc-bar disc-s" x="31%" y="8.5" width="19%"')
    expect(markup).toContain('<rect class="disc-bar disc-i" x="50%" y="8.5" width="0%"')
  })
})

describe('focus', () => {
  test('has five groups of seven rows, and the key in the sixth cell', () => {
    const markup = focus(sampleTraits(), sampleWords.focus)
    expect(markup.match(/class="focus-row/g)).toHaveLength(35)
    expect(markup.match(/class="focus-group"/g)).toHaveLength(5)
    expect(markup).toContain('class="focus-group focus-key"')
  })

  test('opens the meaning of the level of each facet that stands out, and offers the others', () => {
    const meaning = { high: 'You do.', low: 'You don’t.' }
    const markup = focus(sampleTraits({ meaning }), sampleWords.focus)
    expect(markup.match(/<details class="focus-meaning"/g)).toHaveLength(35)
    // T rises from 21 to 79 by two: eight facets are at 35 or less, and eight at 65 or more.
    expect(markup.match(/<details class="focus-meaning" open><summary>.*?<\/details>/g)).toHaveLength(16)
    expect(markup).toContain('<p>High: You do.</p><p>Low: You don’t.</p>')
  })

  test('states each level in words next to its number', () => {
    const markup = focus(sampleTraits(), sampleWords.focus)
    expect(markup.match(/<span class="focus-level">\w+<\/span>/g)).toHaveLength(35)
  })
})
