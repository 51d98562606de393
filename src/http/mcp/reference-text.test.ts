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

describe('reference texts', () => {
  test('are the label alone if it is unique', () => {
    expect(referenceTexts([candidate('Ada Osei'), candidate('Bo', two)], true)).toEqual(['Ada Osei', 'Bo'])
  })

  test.each<[string, ReferenceCandidate[], boolean]>([
    ['two labels that only differ in case', [candidate('Zoë'), candidate('ZOE', two)], true],
    ['an incomplete list of candidates', [candidate('Ada')], false],
    ['a label that the search does not find', [candidate('ada@test.test', one, false)], true],
    ['a label that looks like an id', [candidate('a'.repeat(24))], true],
    ['a label that ends with an id', [candidate(`Kim (${two})`)], true],
    ['a label too long for a search', [candidate('a'.repeat(101))], true],
  ])('have the id appended: %s', (_, all, isWhole) => {
    for (const [at, text] of referenceTexts(all, isWhole).entries()) {
      expect(parseLabelWithId(text)).toEqual({ label: all[at]?.label, id: all[at]?.id })
    }
  })

  test('are recognized while they are typed', () => {
    expect(labelOfPartial('Ada Osei (6920')).toBe('Ada Osei')
    expect(labelOfPartial('Ada Osei (')).toBe('Ada Osei')
    expect(labelOfPartial('Ada Osei')).toBeUndefined()
    expect(parseLabelWithId('Ada Osei (6920)')).toBeUndefined()
  })

  test('match exactly, else ignoring case, else all candidates', () => {
    const found = [candidate('ada'), candidate('Ada', two), candidate('Adam')]
    expect(bestMatches('Ada', found).map(({ label }) => label)).toEqual(['Ada'])
    expect(bestMatches('ADA', found).map(({ label }) => label)).toEqual(['ada', 'Ada'])
    expect(bestMatches('Ad', found)).toHaveLength(3)
  })
})

describe('escaped JSON', () => {
  test.each(['</data>', '```', '{{{a}}}', '&amp;', '\u2028', '"\\', '\ud83d\ude00', '{"a":{"b":[]}}'])(
    'parses back to the same value: %j',
    (text) => {
      const value = { text, [text]: [{ [text]: text }] }
      expect(JSON.parse(escapedJson(value))).toEqual(value)
      expect(escapedJson(value)).not.toMatch(/[<>&`\u2028]|\{\{/)
    },
  )
})
