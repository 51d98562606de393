import { afterEach, expect, test } from 'vitest'
import { areaWords, inPageLanguage } from './area-words.ts'
import { count } from './fill.ts'

const english = {
  title: 'Public links',
  heads: { created: 'Created', until: { short: 'Until', long: 'Works until' } },
  total: { one: '{n} link', other: '{n} links' },
  steps: ['First', 'Second'],
}

afterEach(() => {
  globalThis.timbreWords = undefined
})

test('an English page has the words of its script, as they are', () => {
  expect(areaWords('links', english)).toBe(english)
})

test('each entry that another language lacks or leaves empty is English, however deep it is', () => {
  globalThis.timbreWords = {
    links: { title: 'Links', heads: { created: '', until: { long: 'Gilt bis' } }, steps: ['Zuerst'] },
    other: { title: 'Anderes' },
  }
  expect(areaWords('links', english)).toEqual({
    title: 'Links',
    heads: { created: 'Created', until: { short: 'Until', long: 'Gilt bis' } },
    total: { one: '{n} link', other: '{n} links' },
    steps: ['Zuerst', 'Second'],
  })
  expect(areaWords('unknown', english)).toEqual(english)
})

test('what is in place of a text or a group and is none is English', () => {
  globalThis.timbreWords = { links: { title: { a: 'b' }, heads: 'Kopf', total: null as never, steps: 7 } }
  expect(areaWords('links', english)).toEqual(english)
})

test('a language without a singular gets no English one', () => {
  globalThis.timbreWords = { links: { total: { other: '{n} 个链接' } } }
  const { total } = areaWords('links', english)
  expect([count(total, 1), count(total, 2)]).toEqual(['1 个链接', '2 个链接'])
})

test('a message of the API is in the language of the page if it is one of the usual ones, and stays as it is otherwise', () => {
  expect(inPageLanguage('Tag not found.')).toBe('Tag not found.')
  globalThis.timbreWords = { apiErrors: { 'Tag not found.': 'Tag nicht gefunden.' } }
  expect(inPageLanguage('Tag not found.')).toBe('Tag nicht gefunden.')
  expect(inPageLanguage('Tag not found. Look again.')).toBe('Tag not found. Look again.')
  expect(inPageLanguage('constructor')).toBe('constructor')
  expect(inPageLanguage("It can't be read.")).toBe('It can’t be read.')
})
