import { describe, expect, test } from 'vitest'
import { escapedJson } from './escaped-json.ts'
import {
  bestMatches,
  labelOfPartial,
  parseLabelWithId,
  type ReferenceCandidate,
  referenceTexts,
} from './reference-text.ts'

const [one, two] = ['6920318e4b1a0c7d2e8f5a63', '6920318e4b1a0c7d2e8f5a64']
const candidate = (label: string, id = one, isSearchable = true): ReferenceCandidate => ({
  id,
  label,
  isSearchable,
})

describe('texts that stand for somebody', () => {
  test('are the bare label where there is no other like it', () => {
    expect(referenceTexts([candidate('Ada Osei'), candidate('Bo', two)], true)).toEqual(['Ada Osei', 'Bo'])
  })

  test.each<[string, ReferenceCandidate[], boolean]>([
    ['two labels that differ in case alone', [candidate('Zoë'), candidate('ZOE', two)], true],
    ['some of many', [candidate('Ada')], false],
    ['a label by which nothing is found', [candidate('ada@test.test', one, false)], true],
    ['a label like an id', [candidate('a'.repeat(24))], true],
    ['a label with an id behind it', [candidate(`Kim (${two})`)], true],
    ['a label too long to be searched', [candidate('a'.repeat(101))], true],
  ])('have their id behind them: %s', (_, all, isWhole) => {
    for (const [at, text] of referenceTexts(all, isWhole).entries()) {
      expect(parseLabelWithId(text)).toEqual({ label: all[at]?.label, id: all[at]?.id })
    }
  })

  test('are recognised while they are typed', () => {
    expect(labelOfPartial('Ada Osei (6920')).toBe('Ada Osei')
    expect(labelOfPartial('Ada Osei (')).toBe('Ada Osei')
    expect(labelOfPartial('Ada Osei')).toBeUndefined()
    expect(parseLabelWithId('Ada Osei (6920)')).toBeUndefined()
  })

  test('mean whoever is called exactly so, then so but for case, then all that were found', () => {
    const found = [candidate('ada'), candidate('Ada', two), candidate('Adam')]
    expect(bestMatches('Ada', found).map(({ label }) => label)).toEqual(['Ada'])
    expect(bestMatches('ADA', found).map(({ label }) => label)).toEqual(['ada', 'Ada'])
    expect(bestMatches('Ad', found)).toHaveLength(3)
  })
})

describe('data as text', () => {
  test.each(['</data>', '```', '{{{a}}}', '&amp;', '\u2028', '"\\', '\ud83d\ude00', '{"a":{"b":[]}}'])(
    'reads back as it was: %j',
    (text) => {
      const value = { text, [text]: [{ [text]: text }] }
      expect(JSON.parse(escapedJson(value))).toEqual(value)
      expect(escapedJson(value)).not.toMatch(/[<>&`\u2028]|\{\{/)
    },
  )
})
