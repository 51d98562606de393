import { render } from 'preact-render-to-string'
import { describe, expect, test } from 'vitest'
import texts from '../../content/locales/en/report.json' with { type: 'json' }
import type { ResultsView } from '../../src/http/views/results-view.ts'
import { resultsTitle } from './report-sheets.tsx'
import { ResultsPage } from './results.tsx'

const view: ResultsView = {
  locale: 'en',
  languageTag: 'en',
  locales: [],
  messages: {},
  accountName: 'Northwind',
  personName: 'Noor Okafor',
  completedAt: '2026-11-18T23:30:00Z',
  headline: 'You set direction early.',
  lede: ['You like open ground.', 'You are slower to wait.'],
  quality: { outcome: 'ok', sentence: 'No warning signs in the answers.' },
  activeMinutes: 27,
  form: 'focus-1',
  caveats: { disc: 'Within you.', core: 'In your order.' },
  figures: { tone: '<figure>tone</figure>', disc: '<figure>disc</figure>', focus: '<figure>focus</figure>' },
  words: texts.page,
  downloadUrl: '/take/results.json',
}

function page(change: Partial<ResultsView> = {}): string {
  return render(<ResultsPage {...view} {...change} />)
}

describe('the results page', () => {
  test('has one h1, which is the headline', () => {
    expect(page().match(/<h1/g)).toHaveLength(1)
    expect(page()).toContain('<h1 class="headline">You set direction early.</h1>')
  })

  test('has no style attribute and no script', () => {
    expect(page()).not.toMatch(/\sstyle=|<script|\son\w+=/)
  })

  test('shows the completed sections and no others', () => {
    expect([...page().matchAll(/<h2[^>]*>(.*?)</g)].map(([, name]) => name)).toEqual([
      'DISC',
      'Focus',
      'Your results, your choice',
    ])
  })

  test('prints Focus on a second sheet, and one sheet without it', () => {
    expect(page().match(/class="sheet"/g)).toHaveLength(2)
    expect(page()).toContain('Page 2 of 2')
    expect(page({ figures: { disc: '<figure>disc</figure>' } }).match(/class="sheet"/g)).toHaveLength(1)
  })

  test("shows the date in the account's time zone", () => {
    expect(page()).toContain('Noor Okafor, results of 18 November 2026')
    expect(page({ timeZone: 'Asia/Tokyo' })).toContain('results of 19 November 2026')
  })

  test('puts doubtful answers below the summary, and consistent ones at the end', () => {
    expect(page()).not.toContain('class="doubt')
    expect(page()).toContain('No warning signs in the answers. Completed in 27 min.')
    const doubtful = page({ quality: { outcome: 'caution', sentence: 'Some answers were quick.' } })
    expect(doubtful).toContain('<aside class="doubt second"><p>Some answers were quick.</p></aside>')
    expect(doubtful).not.toContain('Some answers were quick. 27')
  })

  test('lists signs of low quality with possible causes, and says that it is no judgment', () => {
    const signs = [
      { what: 'Focus: quick.', means: 'Hardly enough to read.' },
      { what: 'DISC: alike.', means: 'Places change.' },
    ]
    const noticed = { title: 'What was noticed', signs, fair: 'No judgement.' }
    const html = page({ quality: { outcome: 'invalid', sentence: 'Too quick.', noticed } })
    expect(html).toContain(
      '<p>Too quick.</p><div class="noticed"><h2 class="second">What was noticed</h2><ul>' +
        '<li>Focus: quick. <span class="muted">Hardly enough to read.</span></li>' +
        '<li>DISC: alike. <span class="muted">Places change.</span></li></ul><p>No judgement.</p></div>',
    )
    // In print, it is at the foot of the last sheet.
    expect(html).toContain('<p class="sheet-notice">Focus: quick. DISC: alike. No judgement.</p>')
  })

  test('offers a download only if there is one', () => {
    expect(page()).toContain('href="/take/results.json"')
    const { downloadUrl: _, ...without } = view
    expect(render(<ResultsPage {...without} />)).not.toContain('Download')
  })

  test('states that it is a self-report and no clinical test', () => {
    expect(page()).toContain('Not a clinical test')
  })

  test('escapes names', () => {
    const markup = page({ personName: '<b>Noor</b>', accountName: '"<i>North' })
    expect(markup).not.toMatch(/<b>|<i>/)
  })
})

describe('the title', () => {
  test('has the name and the day, or the day if the person has no name', () => {
    expect(resultsTitle(view)).toBe('Noor Okafor, results of 18 November 2026 · Northwind')
    const { personName: _, ...nameless } = view
    expect(resultsTitle(nameless)).toBe('Results of 18 November 2026 · Northwind')
  })
})
