import { describe, expect, test } from 'vitest'
import { joinSentences as joinInEmails, languageTags, locales } from '../../src/contract/locale.ts'
import { joinSentences, speaker } from './messages.ts'
import { pageViewFixture } from './sample.ts'

const speak = speaker(pageViewFixture)

describe('speaker', () => {
  test('fills slots once, so that a name is never parsed as a slot', () => {
    expect(speak.say('link.headingNamed', { person: '{account}', account: 'Northwind' })).toBe(
      '{account}, Northwind has invited you to take an assessment',
    )
  })

  test('ends a sentence once after a name that ends in a full stop', () => {
    expect(speak.say('link.sentLate', { account: 'Northwind Inc.' })).toMatch(/ ask Northwind Inc\.$/)
    expect(speak.say('link.sentLate', { account: 'Northwind' })).toMatch(/ ask Northwind\.$/)
    expect(speak.say('link.sentLate')).toMatch(/ ask \{account\}\.$/)
  })

  test('uses the plural form of the language for a number', () => {
    expect(speak.count('status.offline', 1)).toBe('Offline, 1 answer kept on this device')
    expect(speak.count('status.offline', 6)).toBe('Offline, 6 answers kept on this device')
  })

  test('formats a date as day and month', () => {
    expect(speak.date('2026-11-28T23:30:00.000Z')).toBe('28 November')
  })

  test('every plural has both English forms', () => {
    const keys = Object.keys(pageViewFixture.messages)
    for (const key of keys.filter((key) => key.endsWith('.other')))
      expect(keys).toContain(key.replace(/other$/, 'one'))
  })

  test('the texts contain no praise and no exclamation marks', () => {
    for (const text of Object.values(pageViewFixture.messages))
      expect(text).not.toMatch(/!|\bgreat[,.]|congratulations|well done/i)
  })
})

test('pages and emails join sentences in the same way', () => {
  const sentences = ['1.', '2.', '3.']
  for (const locale of locales)
    expect(joinSentences(sentences, languageTags[locale])).toBe(joinInEmails(sentences, locale))
})
