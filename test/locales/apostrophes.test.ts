import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { locales } from '../../src/contract/locale.ts'

const folder = join(import.meta.dirname, '../../content/locales')

/**
 * What nobody reads as a text: patterns by which a model's text is checked, the guide for models, the record of translations, and
 * the messages of the API in English, by which those of other languages are found.
 */
const notRead = /^(debriefWords|guide|review)\.json$|^en\/dashboard\/apiErrors\.json$/

test.each(locales)('texts have curly apostrophes: %s', (locale) => {
  const files = readdirSync(join(folder, locale), { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.json') && !notRead.test(name) && !notRead.test(`${locale}/${name}`),
  )
  expect(files.length).toBeGreaterThan(40)
  const straight = files.flatMap((name) =>
    readFileSync(join(folder, locale, name), 'utf8')
      .split('\n')
      .filter((line) => /[\p{L}}]'|'[\p{L}{]/u.test(line))
      .map((line) => `${name}: ${line.trim()}`),
  )
  expect(straight).toEqual([])
})
