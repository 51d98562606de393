import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fillSlots } from '../../content/fill-slots.ts'
import { reportTexts } from '../../content/report.ts'
import { buildReport } from './report.ts'
import type { PersonResults } from './results.ts'
import { anyCore, anyDisc, anyFocus, coreOf, discOf, focusOf } from './sample.ts'

const anyResults: fc.Arbitrary<PersonResults> = fc.record(
  {
    disc: anyDisc,
    focus: anyFocus,
    core: anyCore,
    quality: fc.record({ outcome: fc.constantFrom('ok', 'caution', 'invalid') }),
  },
  { requiredKeys: [] },
)

/** All sentences of a report, including titles and notes of figures. */
function sentences(results: PersonResults): string[] {
  const report = buildReport(results, 'en')
  if (!report) return []
  const figures = Object.values(report.figures).join('')
  const captions = [...figures.matchAll(/class="chart-(?:title|note)">([^<]*)</g)].map(
    ([, text = '']) => text,
  )
  return [
    report.headline,
    ...report.summary,
    ...captions,
    ...(report.quality ? [report.quality.sentence] : []),
  ]
}

describe('any results', () => {
  describe('of twenty-five people', () => checkReports(25))
  describe('of a hundred people', { tags: 'long' }, () => checkReports(100))

  test('of two people give two different pages', () => {
    const whole = fc.record({ disc: anyDisc, focus: anyFocus, core: anyCore })
    const pages = fc.sample(whole, { numRuns: 100, seed: 7 }).map((results) => sentences(results))
    const headlines = new Set(pages.map(([headline]) => headline))
    expect(headlines.size).toBeGreaterThan(75)
    expect(new Set(pages.map((page) => page.join(' '))).size).toBe(100)
  })
})

function checkReports(numRuns: number): void {
  test('give sentences without an unfilled slot, a doubled word or extra blanks', () => {
    fc.assert(
      fc.property(anyResults, (results) => {
        for (const sentence of sentences(results)) {
          expect(sentence).not.toMatch(/[{}]|undefined|\s\s|\s[.,;]|\.\./)
          expect(sentence).not.toMatch(/\b(\w+) \1\b/i)
          expect(sentence).toMatch(/^[A-Z].*\.$/)
          expect(sentence).not.toMatch(/!/)
        }
      }),
      { numRuns },
    )
  })

  test('give a headline that fits three lines and a summary of at most three sentences', () => {
    fc.assert(
      fc.property(anyResults, (results) => {
        const report = buildReport(results, 'en')
        if (!report) return
        expect(report.headline.length).toBeGreaterThan(25)
        expect(report.headline.length).toBeLessThanOrEqual(120)
        expect(report.summary.length).toBeGreaterThanOrEqual(2)
        expect(report.summary.length).toBeLessThanOrEqual(3)
        expect(report.summary.join(' ').length).toBeLessThanOrEqual(325)
      }),
      { numRuns },
    )
  })

  test('draw a figure for every completed part and for no other', () => {
    fc.assert(
      fc.property(anyResults, (results) => {
        const report = buildReport(results, 'en')
        expect(report === undefined).toBe(!results.disc && !results.focus && !results.core)
        for (const part of ['disc', 'focus', 'core'] as const) {
          expect(report?.figures[part] !== undefined).toBe(results[part] !== undefined)
        }
      }),
      { numRuns },
    )
  })

  test('always give the same text', () => {
    fc.assert(
      fc.property(anyResults, (results) => {
        expect(buildReport(results, 'en')).toEqual(buildReport(results, 'en'))
      }),
      { numRuns: Math.min(numRuns, 20) },
    )
  })
}

describe('every style', () => {
  const letters = ['D', 'I', 'S', 'C']
  const styles = [
    ...letters,
    ...letters.flatMap((letter) => letters.filter((two) => two !== letter).map((two) => letter + two)),
  ]

  test('has its own headline and its own sentence', () => {
    const reports = styles.map((style) => buildReport({ disc: discOf(style) }, 'en'))
    expect(new Set(reports.map((report) => report?.headline)).size).toBe(16)
    const titles = reports.map((report) => /chart-title">([^<]*)</.exec(report?.figures.disc ?? '')?.[1])
    expect(new Set(titles).size).toBe(16)
  })

  test('says "probably" if its first letter would often change', () => {
    for (const style of styles) {
      expect(buildReport({ disc: discOf(style) }, 'en')?.headline).not.toContain('You probably')
      const unsure = { ...discOf(style), confidence: 0.2, styles: { [style]: 0.2 } }
      expect(buildReport({ disc: unsure }, 'en')?.headline).toContain('You probably')
    }
  })
})

describe('the headline', () => {
  const disc = discOf('DI')

  test("uses the most extreme facet that the style doesn't cover", () => {
    const focus = focusOf({ leadership: 72, innovativeness: 68 })
    expect(buildReport({ disc, focus }, 'en')?.headline).toBe(
      'You set direction early, say it plainly, and choose the new way over the known one.',
    )
  })

  test('ignores facets whose error bar includes the baseline', () => {
    const focus = focusOf({ innovativeness: 60 })
    expect(buildReport({ disc, focus }, 'en')?.headline).toBe(
      'You set direction early, say it plainly, and bring people along.',
    )
  })

  test('is reversed with the facet', () => {
    const high = buildReport({ disc, focus: focusOf({ trust: 70 }) }, 'en')?.headline
    const low = buildReport({ disc, focus: focusOf({ trust: 30 }) }, 'en')?.headline
    expect(high).toContain('take people at their word')
    expect(low).toContain('wait for proof before you trust')
  })

  test('does not start with a low mood or using others', () => {
    const focus = focusOf({ optimism: 20, integrity: 20 })
    expect(buildReport({ focus }, 'en')?.headline).toBe(
      'You stand near the middle on most of the thirty facets.',
    )
  })

  test('is cautious if the answers are doubtful', () => {
    expect(buildReport({ disc, quality: { outcome: 'invalid' } }, 'en')?.headline).toContain('You probably')
  })
})

describe('the note on response quality', () => {
  const disc = discOf('D')
  const reasons = [{ assessment: 'disc', index: 'speed', limit: 3 }] as const

  test('is one line if the answers are consistent, whatever else is known', () => {
    const report = buildReport({ disc, quality: { outcome: 'ok', reasons } }, 'en')
    expect(report?.quality).toEqual({ outcome: 'ok', sentence: 'No warning signs in the answers.' })
  })

  test("names what was noticed if they aren't, and that it is no judgment", () => {
    const report = buildReport({ disc, quality: { outcome: 'caution', reasons } }, 'en')
    expect(report?.quality?.sentence).toMatch(/^Some answers were quick/)
    expect(report?.quality?.noticed?.signs.map(({ what }) => what)).toEqual([
      'DISC: the answers took under 3 seconds a question on average.',
    ])
    expect(report?.quality?.noticed?.fair).toMatch(/^This isn’t a judgment/)
  })

  test('has no list for an outcome that was stored without reasons', () => {
    expect(buildReport({ disc, quality: { outcome: 'invalid', reasons: [] } }, 'en')?.quality).toEqual({
      outcome: 'invalid',
      sentence: expect.stringContaining('too quick or too inconsistent'),
    })
  })
})

describe('the summary', () => {
  test('says where a person is slower, without repeating the headline', () => {
    const focus = focusOf({ trust: 30, systemization: 32, prudence: 33 })
    const report = buildReport({ disc: discOf('IS'), focus, core: coreOf(['freedom', 'achievement']) }, 'en')
    expect(report?.headline).toContain('wait for proof before you trust')
    expect(report?.summary).toEqual([
      'You like open ground and a hard goal.',
      'You are slower to tidy up or to stop and think first, and those are the places where a second person helps.',
    ])
  })

  test('says which assessments a page is based on while others are missing', () => {
    expect(buildReport({ disc: discOf('C') }, 'en')?.summary).toEqual([
      'So far this page rests on DISC alone.',
      'The other parts join it when they are done.',
    ])
  })
})

describe('DISC and Core', () => {
  const figure = (results: PersonResults, part: 'disc' | 'core') => buildReport(results, 'en')?.figures[part]

  test('describe the style with its cost, and how often it would be repeated', () => {
    const drawn = figure(
      { disc: { ...discOf('DI'), confidence: 0.52, styles: { DI: 0.52, D: 0.2, DC: 0.1 } } },
      'disc',
    )
    expect(drawn).toContain(
      'D, with some I. You move first and speak up; calm routine and close checking come last in your choices.',
    )
    expect(drawn).toContain('you’d get DI about half the time; D would come first about eight times in ten.')
  })

  test('say that no letter stands out if none does', () => {
    const even = { ...discOf('S'), d: 50, i: 46, s: 54, c: 50 }
    expect(figure({ disc: even }, 'disc')).toContain('No letter stands out.')
  })

  test('put values side by side only if they are too close to rank', () => {
    const apart = coreOf(['freedom', 'achievement', 'care'])
    expect(figure({ core: apart }, 'core')).toContain('Freedom leads, then achievement')
    const close = { ...apart, close: [['freedom', 'achievement']] as const }
    expect(figure({ core: close }, 'core')).toContain('Freedom and achievement lead, side by side')
    const crowd = { ...apart, close: [...close.close, ['achievement', 'care']] as const }
    expect(figure({ core: crowd }, 'core')).toContain(
      'Freedom, achievement and care lead and are too close to call',
    )
  })
})

describe('the texts', () => {
  const texts = reportTexts('en')

  test('have at least sixteen styles, and words for all thirty facets and thirteen values', () => {
    expect(Object.keys(texts.headline.styles).length).toBeGreaterThanOrEqual(16)
    expect(Object.keys(texts.facets)).toHaveLength(30)
    expect(Object.keys(texts.values)).toHaveLength(13)
    expect(texts.shares).toHaveLength(11)
  })

  test('fail at a slot without a text instead of showing it', () => {
    expect(() => fillSlots('You {verb}.', {})).toThrow('no text for the slot {verb}')
  })
})
