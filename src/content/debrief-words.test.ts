import { describe, expect, test } from 'vitest'
import { readDebriefWords, wordsFound } from './debrief-words.ts'

const { banned, levels } = readDebriefWords('en')

describe('wordsFound', () => {
  test('finds whole words and phrases in any case, and no parts of words', () => {
    expect(wordsFound('She NEVER rests.', ['never', 'she', 'rest'])).toEqual(['never', 'she'])
    expect(wordsFound('Nevertheless, the others wait.', ['never', 'her', 'he'])).toEqual([])
    expect(wordsFound('You are a Born leader.', ['born leader'])).toEqual(['born leader'])
  })

  test('treats an entry with a star as a prefix', () => {
    expect(wordsFound('A diagnosis, or diagnostic.', ['diagnos*'])).toEqual(['diagnos*'])
    expect(wordsFound('Misdiagnosed.', ['diagnos*'])).toEqual([])
  })

  test('treats accented letters as letters', () => {
    expect(wordsFound('Señal', ['se', 'al'])).toEqual([])
  })
})

describe('the English words', () => {
  test.each([
    'We should hire this person.',
    'This looks like a disorder.',
    'A sign of depression.',
    'With an IQ above the rest.',
    'You never give up.',
    'The candidate is unsuitable.',
    'Her politics matter.',
    'Read on at https://example.org.',
  ])('forbid this: %s', (text) => {
    expect(wordsFound(text, banned)).not.toEqual([])
  })

  test.each(['Your patience helps.', 'The mood of a group changes.', 'Others wait for the show.'])(
    'allow this: %s',
    (text) => {
      expect(wordsFound(text, banned)).toEqual([])
    },
  )

  test('no word means both high and low', () => {
    expect(levels.high.filter((word) => levels.low.includes(word))).toEqual([])
  })
})
