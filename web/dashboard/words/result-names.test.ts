import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { tipNames } from '../person/tip-names.ts'
import { valueNames } from './result-names.ts'

const locales = new URL('../../../content/locales/', import.meta.url)
const textsOf = (locale: string, name: string) =>
  JSON.parse(readFileSync(new URL(`${locale}/${name}.json`, locales), 'utf8'))

describe('the names on the person page', () => {
  const translated = readdirSync(locales).filter((locale) =>
    existsSync(new URL(`${locale}/dashboard/resultNames.json`, locales)),
  )

  test.each(translated)('are those that the other pages use, in %s', (locale) => {
    const { levels, traits, facets, letters } = textsOf(locale, 'scales')
    const namesOf = (scales: Record<string, { name: string }>) =>
      Object.fromEntries(Object.entries(scales).map(([key, { name }]) => [key, name]))
    const names = textsOf(locale, 'dashboard/resultNames')
    expect(names.levels).toEqual(levels)
    expect(names.scales).toEqual({ ...namesOf(traits), ...namesOf(facets) })
    expect(Object.values(names.discLetters)).toEqual(Object.values(namesOf(letters)))
    const labelsOf = (values: Record<string, { label: string }>) =>
      Object.fromEntries(Object.entries(values).map(([key, { label }]) => [key, label]))
    expect(labelsOf(names.values)).toEqual(labelsOf(textsOf(locale, 'items').core.values))
  })

  test('have the notes of the English pages', () => {
    const values = Object.entries<{ bullet: string }>(textsOf('en', 'items').core.values)
    expect(Object.entries(valueNames).map(([key, { note }]) => [key, note])).toEqual(
      values.map(([key, { bullet }]) => [key, bullet]),
    )
  })

  test('are the headings of the debrief lists, as in the printed report, in every language', () => {
    for (const [locale, names] of Object.entries(tipNames)) {
      expect(names, locale).toEqual(textsOf(locale, 'debrief').tips)
    }
  })
})
