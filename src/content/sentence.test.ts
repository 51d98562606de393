import { expect, test } from 'vitest'
import { sentenceOf } from './sentence.ts'

test('adds the pronoun and the full stop and keeps every word', () => {
  expect(sentenceOf('Worry about things')).toBe('I worry about things.')
  expect(sentenceOf('Am always busy')).toBe('I am always busy.')
  expect(sentenceOf("Don't understand people who get emotional")).toBe(
    "I don't understand people who get emotional.",
  )
  expect(sentenceOf("Feel that I'm unable to deal with things")).toBe(
    "I feel that I'm unable to deal with things.",
  )
  expect(sentenceOf('Use others for my own ends')).toBe('I use others for my own ends.')
})

test.each(['I worry about things', 'Worry about things.', 'worry about things', 'Worry ', ''])(
  'refuses %j, which is not an item without its pronoun',
  (text) => {
    expect(() => sentenceOf(text)).toThrow('is not an IPIP item')
  },
)
