import { describe, expect, test } from 'vitest'
import { Color, diffProfileSet, Label, labelKey, searchTerms } from './model.ts'

const refusal = (label: unknown) => Label.safeParse(label).error?.issues[0]?.message

describe('Label', () => {
  test.each([
    ['Team', 'Team'],
    ['  Team  A ', 'Team  A'],
    ['\u3000Team\u00a0', 'Team'],
    ['Jose\u0301', 'José'],
    ['%_\'"\\', '%_\'"\\'],
    ['<b>Team</b>', '<b>Team</b>'],
    ['a\u202eb', 'ab'],
    ['\ufeffTeam\u200b', 'Team'],
    ['👩‍👩‍👧', '👩‍👩‍👧'],
    ['陈'.repeat(60), '陈'.repeat(60)],
    ['😀'.repeat(60), '😀'.repeat(60)],
    [` ${'x'.repeat(60)} `, 'x'.repeat(60)],
  ])('keeps %j as %j', (input, kept) => {
    expect(Label.parse(input)).toBe(kept)
  })

  test.each([
    ['nothing', ''],
    ['blanks', ' \u00a0\u3000 '],
    ['hidden characters only', '\u200b\u202e\ufeff'],
    ['a joiner only', '\u200d'],
    ['a filler that looks like nothing', '\u3164'],
    ['a blank pattern of braille', '\u2800'],
    ['an accent without a letter', '\u0301'],
  ])('refuses %s', (_, label) => {
    expect(refusal(label)).toBe('is required: it must not be empty')
  })

  test.each([
    ['a line break', 'a\nb'],
    ['one at the end', 'a\r\n'],
    ['a tabulator', 'a\tb'],
    ['a bell', 'a\u0007'],
    ['a line separator', 'a\u2028b'],
    ['a control character of eight bits', 'a\u0085b'],
  ])('refuses %s', (_, label) => {
    expect(refusal(label)).toBe('must not contain control characters or line breaks')
  })

  test.each([['x'.repeat(61)], ['😀'.repeat(61)], ['x'.repeat(100_000)]])(
    'refuses more than sixty characters',
    (label) => {
      expect(refusal(label)).toBe('is too long: at most 60 characters')
    },
  )

  test.each([[null], [5], [['Team']], [{ label: 'Team' }]])('refuses %j, which is not text', (label) => {
    expect(refusal(label)).toBeDefined()
  })
})

test('Color has the nine documented names', () => {
  expect(Color.options).toHaveLength(9)
  for (const wrong of ['Blue', ' blue', 'green', '', null]) expect(Color.safeParse(wrong).success).toBe(false)
})

describe('searchTerms', () => {
  const finds = (search: string, label: string) =>
    searchTerms(search).every((part) => labelKey(label).includes(part))

  test.each([
    ['team', 'Team A'],
    ['TEAM a', 'Team A'],
    ['a team', 'Team A'],
    ['eam', 'Team A'],
    ['zurich', 'Zürich'],
    ['ZÜRICH', 'zurich'],
    ['strasse', 'Hauptstraße'],
    ['１２', '12 people'],
    ['销售', '亚洲销售组'],
    ['100%', '100% done'],
    ['_', 'a_b'],
    ["'", "it's"],
    ['', 'anything'],
    ['  ', 'anything'],
  ])('%j finds %j', (search, label) => {
    expect(finds(search, label)).toBe(true)
  })

  test.each([
    ['%', 'Team A'],
    ['_', 'Team A'],
    ['T%A', 'Team A'],
    ['\\', 'Team A'],
    ['team b', 'Team A'],
    ['\u0301', 'Team A'],
  ])('%j does not find %j', (search, label) => {
    expect(finds(search, label)).toBe(false)
  })
})

describe('diffProfileSet', () => {
  test.each([
    ['replace', 'ab', 'bc', 'c', 'a'],
    ['replace', 'ab', '', '', 'ab'],
    ['replace', '', 'ab', 'ab', ''],
    ['replace', 'ab', 'ba', '', ''],
    ['add', 'ab', 'bc', 'c', ''],
    ['add', 'ab', '', '', ''],
    ['remove', 'ab', 'bc', '', 'b'],
    ['remove', 'ab', 'cd', '', ''],
  ] as const)('%s: %j and %j', (way, standing, named, added, removed) => {
    const change = diffProfileSet([...standing], { way, named: [...named] })
    expect(change).toEqual({
      strangers: [...named].filter((id) => !standing.includes(id)),
      added: [...added],
      removed: [...removed],
    })
  })
})
