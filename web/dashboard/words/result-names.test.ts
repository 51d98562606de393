import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { tipNames } from '../person/tip-names.ts'
import { discLetterNames, levelWords, scaleNames, valueNames } from './result-names.ts'

const textsOf = (locale: string, name: string) =>
  JSON.parse(
    readFileSync(new URL(`../../../content/locales/${locale}/${name}.json`, import.meta.url), 'utf8'),
  )
const english = (name: string) => textsOf('en', name)

describe('the names on the person page', () => {
  test('are those that the English pages and the API use', () => {
    const { levels, traits, facets, letters } = english('scales')
    const namesOf = (scales: Record<string, { name: string }>) =>
      Object.fromEntries(Object.entries(scales).map(([key, { name }]) => [key, name]))
    expect(levelWords).toEqual(levels)
    expect(scaleNames).toEqual({ ...namesOf(traits), ...namesOf(facets) })
    expect(Object.values(discLetterNames)).toEqual(Object.values(namesOf(letters)))
    const { values } = english('items').core
    expect(valueNames).toEqual(
      Object.fromEntries(
        Object.entries(values as Record<string, { label: string; bullet: string }>).map(([key, words]) => [
          key,
          { label: words.label, note: words.bullet },
        ]),
      ),
    )
  })

  test('are the headings of the debrief lists, as in the printed report, in every language', () => {
    for (const [locale, names] of Object.entries(tipNames)) {
      expect(names, locale).toEqual(textsOf(locale, 'debrief').tips)
    }
  })
})
