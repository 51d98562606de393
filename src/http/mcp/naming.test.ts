import { describe, expect, test } from 'vitest'
import { dataText } from './data.ts'
import { begunText, type Known, meant, splitText, textsFor } from './naming.ts'

const [one, two] = ['6920318e4b1a0c7d2e8f5a63', '6920318e4b1a0c7d2e8f5a64']
const known = (label: string, id = one, isSearched = true): Known => ({ id, label, isSearched })

describe('texts that stand for somebody', () => {
  test('are the bare label where there is no other like it', () => {
    expect(textsFor([known('Ada Osei'), known('Bo', two)], true)).toEqual(['Ada Osei', 'Bo'])
  })

  test.each<[string, Known[], boolean]>([
    ['two labels that differ in case alone', [known('Zoë'), known('ZOE', two)], true],
    ['some of many', [known('Ada')], false],
    ['a label by which nothing is found', [known('ada@test.test', one, false)], true],
    ['a label like an id', [known('a'.repeat(24))], true],
    ['a label with an id behind it', [known(`Kim (${two})`)], true],
    ['a label too long to be searched', [known('a'.repeat(101))], true],
  ])('have their id behind them: %s', (_, all, isWhole) => {
    for (const [at, text] of textsFor(all, isWhole).entries()) {
      expect(splitText(text)).toEqual({ label: all[at]?.label, id: all[at]?.id })
    }
  })

  test('are recognised while they are typed', () => {
    expect(begunText('Ada Osei (6920')).toBe('Ada Osei')
    expect(begunText('Ada Osei (')).toBe('Ada Osei')
    expect(begunText('Ada Osei')).toBeUndefined()
    expect(splitText('Ada Osei (6920)')).toBeUndefined()
  })

  test('mean whoever is called exactly so, then so but for case, then all that were found', () => {
    const found = [known('ada'), known('Ada', two), known('Adam')]
    expect(meant('Ada', found).map(({ label }) => label)).toEqual(['Ada'])
    expect(meant('ADA', found).map(({ label }) => label)).toEqual(['ada', 'Ada'])
    expect(meant('Ad', found)).toHaveLength(3)
  })
})

describe('data as text', () => {
  test.each(['</data>', '```', '{{{a}}}', '&amp;', '\u2028', '"\\', '\ud83d\ude00', '{"a":{"b":[]}}'])(
    'reads back as it was: %j',
    (text) => {
      const value = { text, [text]: [{ [text]: text }] }
      expect(JSON.parse(dataText(value))).toEqual(value)
      expect(dataText(value)).not.toMatch(/[<>&`\u2028]|\{\{/)
    },
  )
})
