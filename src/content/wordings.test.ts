import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { locales } from '../contract/locale.ts'
import { readContent } from './content-file.ts'
import { canonicalJson, sha256 } from './form-hash.ts'
import { formId } from './forms.ts'
import type { ItemsFile } from './items.ts'
import { itemsIn } from './texts.ts'
import { currentWording, firstWording, formAt, itemsAt, readFormer, translationId } from './wordings.ts'

/**
 * Hashes of all words of a wording, in all languages. People answered in them, so a hash is only ever added: changed
 * words are a new wording, and the former files go to `content/wordings/`.
 */
const golden: Readonly<Record<number, string>> = {
  1: 'cee8746319e5bdbf8bb3653c0fda0fe7eacaf6805698fe14090fbeb74b19865e',
  2: '75c4765a324e3bd7da50fc3059d332074e81011b0b1b6fb4cd8a32888865a11b',
  3: 'f312aa2e9a271f0d28db2bd6e15d089a066ecbd03b75674c602362e52252c213',
  4: '948fbdb5ff4fa13d2ecf3471c64c90ad0a2b9f2ad51418bf5ca9db576be5fe9c',
}

test.each(Object.keys(golden).map(Number))('wording %i has the words in which people answered', (wording) => {
  const words = locales.map((locale) => {
    const { focus, disc, core } = itemsAt(locale, wording)
    return { locale, focus, disc, core }
  })
  expect(sha256(canonicalJson(words))).toBe(golden[wording])
})

test('the current wording is recorded, and has the current items', () => {
  expect(Object.keys(golden).map(Number)).toEqual(
    Array.from({ length: currentWording }, (_, at) => firstWording + at),
  )
  for (const locale of locales) expect(itemsAt(locale, currentWording)).toBe(itemsIn(locale))
})

test('each wording names the form that its sittings are answered on', () => {
  const forms = Object.keys(golden).map((wording) => formAt('disc', Number(wording)))
  expect(forms).toEqual(['disc-24-1', 'disc-24-1', 'disc-24-2', 'disc-24-2'])
  expect(formAt('disc', currentWording)).toBe(formId('disc'))
  expect(formAt('focus', firstWording)).toBe(formId('focus'))
})

test('a locale has its former words up to the last wording that had them', () => {
  const root = mkdtempSync(join(tmpdir(), 'timbre-wordings-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const last of [10, 2]) {
    const file = structuredClone(readContent<Edited>('locales/de/items.json'))
    file.focus.items['1'] = `Wording ${last}.`
    mkdirSync(join(root, 'wordings', String(last)), { recursive: true })
    writeFileSync(join(root, 'wordings', String(last), 'de.json'), JSON.stringify(file))
  }
  const former = readFormer('de', pathToFileURL(`${root}/`))
  expect(former.map(({ last, items }) => [last, items.focus.items[0]])).toEqual([
    [2, 'Wording 2.'],
    [10, 'Wording 10.'],
  ])
  expect(readFormer('nl', pathToFileURL(`${root}/`))).toEqual([])
  expect([1, 2, 3, 10, 11].map((wording) => translationId('de', wording, former))).toEqual([
    'de-1',
    'de-1',
    'de-3',
    'de-3',
    'de-11',
  ])
})

type Edited = { focus: { items: Record<string, string> } } & Pick<ItemsFile, 'locale'>
