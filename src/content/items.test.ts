import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { locales } from '../contract/locale.ts'
import { readContent } from './content-file.ts'
import { sha256 } from './form-hash.ts'
import { coreDesign, focusForm } from './forms.ts'
import { ipipItems } from './ipip.ts'
import { type ItemsFile, ownFocusItems, readItems } from './items.ts'
import { itemsIn } from './texts.ts'

const { focus, core } = itemsIn('en')
const taken = focusForm.items.filter(({ n }) => !ownFocusItems.includes(n))

describe('the Focus items', () => {
  test('have the order, domain, facet and key of the form in the package', () => {
    expect(ipipItems).toHaveLength(120)
    for (const { n, facet, ipip } of taken) {
      const item = ipipItems[n - 1]
      const scale = focusForm.facets.find((one) => one.facet === facet)?.scale
      expect(`${item?.domain}${item?.facet}`, `item ${n}`).toBe(scale)
      expect(item?.keyed, `item ${n}`).toBe(ipip === 1 ? 'plus' : 'minus')
    }
  })

  test("are unchanged: the hash of the package's 116 texts is the recorded one", () => {
    const lines = taken.map(({ n }) => `${n} ${ipipItems[n - 1]?.text}\n`).join('')
    expect(sha256(lines)).toBe('e2fe51fb17b0c67c097b2833b51f5c80c29c9a7e1799249591ed9d0d46a82b3b')
  })

  test('are 120 different sentences of at most 90 characters in the first person', () => {
    expect(focus.items).toHaveLength(120)
    expect(new Set(focus.items).size).toBe(120)
    for (const text of focus.items) {
      expect(text).toMatch(/^I [a-z].*[^.]\.$/)
      expect(text.length).toBeLessThanOrEqual(90)
    }
  })

  test('keep the words of the package, except for the first capital', () => {
    for (const { n } of taken) {
      expect(focus.items[n - 1]?.toLowerCase()).toBe(`i ${ipipItems[n - 1]?.text.toLowerCase()}.`)
    }
  })

  test("don't ask about voting, crime or party", () => {
    const barred = /\b(vote|voting|political|liberal|conservative|candidate|crime|right and wrong)/i
    expect(focus.items.filter((text) => barred.test(text))).toEqual([])
  })

  test('replace 28, 58, 88 and 118 with our own, keyed plus, plus, minus, minus', () => {
    const own = readContent<ItemsFile>('locales/en/items.json').focus.items
    expect(Object.keys(own).map(Number)).toEqual(ownFocusItems)
    const keys = focusForm.items.filter(({ n }) => ownFocusItems.includes(n))
    expect(keys.map(({ facet }) => facet)).toEqual(Array(4).fill('openMindedness'))
    expect(keys.map(({ ipip }) => ipip)).toEqual([1, 1, -1, -1])
  })

  test('are answered with five labels from inaccurate to accurate', () => {
    expect(focus.prompt).toBe('How accurately does this describe you?')
    expect(focus.answers).toEqual([
      'Very inaccurate',
      'Moderately inaccurate',
      'Neither',
      'Moderately accurate',
      'Very accurate',
    ])
  })
})

describe('the Core cards', () => {
  test('have a label and a line of at most 90 characters for each of the thirteen values', () => {
    expect(Object.keys(core.values)).toEqual(coreDesign.values.map(({ key }) => key))
    for (const { label, bullet } of Object.values(core.values)) {
      expect(label.split(' ').length).toBeLessThanOrEqual(2)
      expect(bullet).toMatch(/^[A-Z].{15,89}[a-z]$/)
    }
  })
})

describe('itemsIn', () => {
  test('returns every locale in its own language', () => {
    expect(locales.map((locale) => itemsIn(locale).locale)).toEqual(locales)
  })

  test('returns immutable texts', () => {
    expect(() => (focus.items as string[]).push('I change forms.')).toThrow(TypeError)
    expect(() => Object.assign(core.values.care as object, { label: 'Caring' })).toThrow(TypeError)
  })

  test.each([
    ['de', '17', (file: Edited) => delete file.focus.items['17']],
    ['en', '28', (file: Edited) => delete file.focus.items['28']],
    ['en', 's03', (file: Edited) => delete file.disc.statements.s03],
    ['en', 'care', (file: Edited) => delete file.core.values.care],
  ] as const)('refuses %s texts without %s', (locale, key, remove) => {
    const file = structuredClone(readContent<Edited>('locales/en/items.json'))
    if (locale === 'de') for (const [at, text] of focus.items.entries()) file.focus.items[at + 1] = text
    remove(file)
    const root = mkdtempSync(join(tmpdir(), 'timbre-content-'))
    try {
      mkdirSync(join(root, 'locales', locale), { recursive: true })
      writeFileSync(join(root, 'locales', locale, 'items.json'), JSON.stringify(file))
      expect(() => readItems(locale, pathToFileURL(`${root}/`))).toThrow(new RegExp(`no text for .*${key}`))
    } finally {
      rmSync(root, { recursive: true })
    }
  })
})

type Edited = {
  focus: { items: Record<string, string> }
  disc: { statements: Record<string, string> }
  core: { values: Record<string, unknown> }
}
