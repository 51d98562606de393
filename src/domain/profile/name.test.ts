import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nameKey, nameTokens, neighborSwaps, searchTokens } from './name.ts'

describe('nameTokens', () => {
  test.each([
    ['Zoë', 'Kaplan', ['zoe', 'kaplan']],
    ['Søren', 'Åkesson', ['soren', 'akesson']],
    ['Hannah', 'Weiß', ['hannah', 'weiss']],
    ['Łukasz', 'Ðorđe', ['lukasz', 'dorde']],
    ['Jean-Luc', "O'Brien", ['jean', 'luc', 'o', 'brien']],
    ['Ａｄａ', '', ['ada']],
    ['Ada', 'Ada', ['ada']],
    ['Ада', 'Лавлейс', ['ада', 'лавлеис']],
    ['Henry', 'VIII 8', ['henry', 'viii', '8']],
    ['👩‍🚀', '%_', []],
  ])('of %s %s are %j', (first, last, tokens) => expect(nameTokens(first, last)).toEqual(tokens))

  test('are single characters and pairs in scripts without spaces', () => {
    expect(nameTokens('思远', null)).toEqual(['思', '思远', '远'])
  })

  test('include pairs across family and given name, in both orders', () => {
    expect(nameTokens('思远', '陈')).toEqual(expect.arrayContaining(['陈思', '远陈']))
    expect(nameTokens('민준', '김')).toEqual(expect.arrayContaining(['김민', '준김']))
  })

  test('are empty without a name', () => expect(nameTokens(null, null)).toEqual([]))

  test('are at most forty characters each', () => {
    expect(nameTokens('a'.repeat(100), null)).toEqual(['a'.repeat(40)])
  })

  test('all match a search for the name as written', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), (name) => {
        const { words, grams } = searchTokens(name)
        const tokens = nameTokens(name, null)
        expect([...words, ...grams].filter((token) => !tokens.includes(token))).toEqual([])
      }),
    )
  })
})

describe('searchTokens', () => {
  test('separates words, which tolerate errors, from grams, which do not', () => {
    expect(searchTokens('Müller 田中美')).toEqual({ words: ['muller'], grams: ['田中', '中美'] })
  })
  test('keeps a single character', () => expect(searchTokens('陈').grams).toEqual(['陈']))
  test('has no tokens for punctuation alone', () => {
    expect(searchTokens(`%_'"\\;--`)).toEqual({ words: [], grams: [] })
  })
})

describe('nameKey', () => {
  test('ignores case and accents', () => {
    const names = ['Ölme', 'apple', 'Banana', 'éclair'].sort((one, other) =>
      nameKey(one, null) < nameKey(other, null) ? -1 : 1,
    )
    expect(names).toEqual(['apple', 'Banana', 'éclair', 'Ölme'])
  })
  test('has no space if part of the name is missing', () => {
    expect([nameKey(null, 'Ada'), nameKey('Ada', null), nameKey(null, null)]).toEqual(['ada', 'ada', ''])
  })
})

describe('neighborSwaps', () => {
  test('are one for each pair of letters', () =>
    expect(neighborSwaps('noor')).toEqual(['onor', 'noor', 'noro']))
  test('are none for a single letter', () => expect(neighborSwaps('n')).toEqual([]))
  test("don't split letters of two code units", () => expect(neighborSwaps('𠮷a')).toEqual(['a𠮷']))
})
