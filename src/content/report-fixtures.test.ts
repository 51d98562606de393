import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { locales } from '../contract/locale.ts'
import { readReportFixtures, reportFixtures } from './report-fixtures.ts'

const folder = mkdtempSync(join(tmpdir(), 'timbre-texts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Reads the English texts after one of them was taken away. */
function readWithout(path: readonly string[]) {
  const place = join(folder, path.join('-'))
  const file = join(place, 'locales/en/reportFixtures.json')
  mkdirSync(join(place, 'locales/en'), { recursive: true })
  cpSync('content/locales/en/reportFixtures.json', file)
  const texts = JSON.parse(readFileSync(file, 'utf8'))
  const inner = path.slice(0, -1).reduce((part, name) => part[name], texts)
  delete inner[path.at(-1) ?? '']
  writeFileSync(file, JSON.stringify(texts))
  return readReportFixtures('en', pathToFileURL(`${place}/`))
}

describe('readReportFixtures', () => {
  test.each([
    ['core', 'freedom'],
    ['disc', 'DI'],
    ['disc', 'S', 'bullet'],
    ['focus', 'scales', 'optimism'],
    ['focus', 'scales', 'stability', 'bullets', 'veryLow'],
    ['focus', 'levels', 'baseline', 'text'],
  ])('names the missing text: %s %s %s', (...path) => {
    const whole = ['core', 'disc', 'scales', 'levels'].includes(path.at(-2) ?? '') ? path.at(-1) : path[1]
    const named = path[1] === 'scales' || path[1] === 'levels' ? path[2] : whole
    expect(() => readWithout(path.filter((part) => part !== undefined))).toThrow(`no whole text for ${named}`)
  })

  test('reads every language', () => {
    expect(locales.map((locale) => reportFixtures(locale).locale)).toEqual(locales)
  })
})
