import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readFaking } from '../scripts/manual/faking.ts'
import { writtenPages } from '../scripts/manual/pages.ts'
import { clearOfMidline } from '../src/charts/midline.ts'
import { focusForm } from '../src/content/forms.ts'
import { siteTexts } from '../src/content/site.ts'
import { itemsIn } from '../src/content/texts.ts'
import { locales } from '../src/contract/locale.ts'
import { roles } from '../src/contract/role.ts'
import { scopesOfRole } from '../src/contract/scope.ts'
import { relations } from '../src/domain/debrief/findings/relations.ts'
import { minSalience } from '../src/domain/debrief/select.ts'
import { peopleFloor } from '../src/domain/technical/publish.ts'
import { difFloor } from '../src/scoring/dif.ts'
import { studyFloor } from '../src/scoring/study-figure.ts'
import { docs, manual } from './support/manual.ts'

const pages = readdirSync(join(docs, 'manual')).filter((name) => name.endsWith('.md'))
const read = (name: string) => readFileSync(join(docs, name), 'utf8')
const source = (path: string) => readFileSync(join(docs, '..', path), 'utf8')
/** Asserts that a page of the manual contains this, ignoring differences in whitespace. */
const says = (page: string, text: string) => {
  const isSaid = read(`manual/${page}`).replace(/\s+/g, ' ').includes(text)
  expect(isSaid ? text : `docs/manual/${page} does not say: ${text}`).toBe(text)
}
/** The cells of the rows of all tables of a page, without heads. */
const rowsOf = (page: string) =>
  read(`manual/${page}`)
    .split(/^\|[ -|]*---[ -|]*\|$/m)
    .slice(1)
    .flatMap((table) => /^(?:\n\|.*\|$)*/m.exec(table)?.[0].trim().split('\n') ?? [])
    .filter((row) => row.startsWith('|'))
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )

describe('the pages of the manual', () => {
  test.each(Object.entries(writtenPages))(
    '%s has what texts, records and stored figures say; if not, run node scripts/manual.ts',
    (name, pageFrom) => expect(pageFrom(() => read(name))).toBe(read(name)),
  )

  test('are all named in the manual itself', () => {
    expect(pages.filter((name) => !manual.includes(`(manual/${name})`))).toEqual([])
  })

  test('quote instructions in every language, with the questions as wordings record them', () => {
    const page = read('manual/instructions.md')
    for (const locale of locales) expect(page).toContain(`(\`${locale}\`)\n`)
    const differing = locales.filter((locale) => {
      const { disc, core } = itemsIn(locale)
      const texts = siteTexts(locale)
      const shown = [texts['taking.discHeading'], texts['taking.coreHeading'], texts['taking.corePrompt']]
      return [disc.prompt, core.prompt, core.frame].some((text, at) => text !== shown[at])
    })
    expect(differing).toEqual([])
  })

  test('say of faking what the stored simulation says', () => {
    const { made, focus, disc, whole } = readFaking()
    says('faking.md', `(${made.people.toLocaleString('en')} people, seed ${made.seed})`)
    const moved = (extent: string) => Object.values(focus.find((one) => one.extent === extent)?.shifts ?? {})
    const range = (values: readonly number[]) =>
      `by ${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)} T`
    says('faking.md', `moves each trait ${range(moved('0.25'))}`)
    says('faking.md', `half of them ${range(moved('0.5'))}`)
    // Chapter 10: by more than 20 T, and no caution for Focus or DISC.
    expect(Math.min(...moved('1'))).toBeGreaterThan(20)
    for (const one of [...focus, ...disc]) if (one.extent === '1') expect(one.caught).toBe(0)
    for (const { extent, caught } of whole) if (extent !== '0') expect(caught).toBeLessThan(0.06)
    const pleasing = disc.find(({ aim, extent }) => aim === 'favorable' && extent === '1')
    expect(pleasing?.firstD).toBeLessThan(0.02)
    expect(pleasing?.firstRight).toBeGreaterThan(0.5)
    const always = disc.find(({ aim, extent }) => aim === 'D' && extent === '1')
    expect(always?.firstD).toBe(1)
  })

  test('have the numbers of people from which figures are computed, and the directions of statements', () => {
    says('item-statistics.md', `${peopleFloor} people with usable answers, in steps of ${peopleFloor}`)
    says('item-statistics.md', `${studyFloor} people for traits, 200 for facets`)
    says('item-statistics.md', `${difFloor} people a group; 500 are advised`)
    const inOwn = focusForm.facets.map(
      ({ items, sign }) => items.filter((n) => (focusForm.items[n - 1]?.ipip ?? 1) * sign > 0).length,
    )
    expect([inOwn.filter((n) => n === 4), inOwn.filter((n) => n === 0)].map(({ length }) => length)).toEqual([
      4, 5,
    ])
    says(
      'item-statistics.md',
      'Four facets have all statements in their own direction, and five have all against it',
    )
  })

  test('have the rules of debriefs as in the code', () => {
    const debrief = 'src/domain/debrief'
    const [, version] = /const rulesVersion = '([\d.]+)'/.exec(source(`${debrief}/by-rules.ts`)) ?? []
    says('computer-generated-reports.md', `version ${version} of the rules uses these`)
    const { version: edition } = JSON.parse(source('content/locales/de/debrief.json')) as { version: string }
    expect(read('debriefs.md')).toContain(`\`${version}+de.${edition}\``)
    says('computer-generated-reports.md', `on ${relations.length} pairs of results and 13 pairs of a value`)
    says('computer-generated-reports.md', `${minSalience} T from 50 or more`)
    says('computer-generated-reports.md', `the highest score is less than ${clearOfMidline} above 50`)
    for (const [path, code] of [
      ['compose.ts', 'const fillerWords = 570\nconst maxWords = 610\nconst leastWords = 550'],
      ['compose.ts', 'const maxMentions = 3'],
      ['certainty.ts', 'undefined ? 0.8 : 0.85'],
      ['certainty.ts', 'const sureStyleThreshold = 0.6'],
      ['findings/scales.ts', 'const extremeDistance = 15'],
      ['findings/scales.ts', 'const commonSidePenalty = 5'],
      ['findings/scales.ts', 'const maxClearFacets = 7'],
    ])
      expect(source(`${debrief}/${path}`)).toContain(code)
  })

  test('have the rights of each role as scopes give them', () => {
    const rows = rowsOf('user-qualification.md')
    for (const role of roles) {
      const [, reads = '', changes, settings] = rows.find(([name]) => name === role) ?? []
      const has = (scope: Parameters<typeof scopesOfRole>[0] | string) =>
        (scopesOfRole(role) as readonly string[]).includes(scope)
      expect(reads.startsWith('of ')).toBe(has('profiles:read'))
      expect([changes, settings], role).toEqual(
        [has('profiles:write'), has('account:write')].map((may) => (may ? 'yes' : 'no')),
      )
    }
  })

  test('answer every row of the review model of EFPA, or say what is missing', () => {
    const rows = rowsOf('efpa.md')
    expect(rows.length).toBeGreaterThan(50)
    for (const [section, where, state = '', missing] of rows) {
      expect(['there', 'in part', 'not there', "doesn't apply"], section).toContain(state)
      if (state === 'there') expect(where, section).not.toBe('')
      if (state === 'in part' || state === 'not there') expect(missing, section).not.toBe('')
    }
  })

  test('describe the screens of Focus as its style sheet lays them out', () => {
    const css = source('web/pages/taking.css')
    const [phone = '', wide = ''] = css.split('@media (min-width: 720px) {')
    says('devices.md', 'five answers below each other')
    expect(phone).not.toContain('repeat(5')
    expect(wide).toContain('grid-template-columns: repeat(5')
  })
})
