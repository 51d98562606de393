import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { locales } from '../../../src/contract/locale.ts'
import { type ChosenField, type ChosenFields, type ColumnChoices, withChoice } from './column-choices.ts'
import { loadColumns } from './column-memory.ts'
import { importRow } from './import-row.ts'
import { mergeDuplicates } from './merge-duplicates.ts'
import { parseList } from './read-list.ts'

const people = (text: string, choices?: ColumnChoices) =>
  parseList(text, choices).entries.map(({ person, problem }) => problem ?? person)
const fieldsOf = (text: string, choices?: ColumnChoices) =>
  parseList(text, choices).head?.columns.map(({ field }) => field)

/** The choices after this field was chosen for the column at this place, as the page does it. */
function pick(
  before: ChosenFields,
  text: string,
  place: number,
  field: ChosenField,
  choices: ColumnChoices = {},
) {
  const columns = parseList(text, { ...choices, chosen: before }).head?.columns ?? []
  const keys = columns.map(({ key }) => key)
  return withChoice(before, keys[place] ?? '', field, keys)
}

describe('columns', () => {
  const table =
    'Name;E-Mail;Abteilung;Personalnummer;Kostenstelle\nRia Sen;ria@x.test;Vertrieb|Nord; 0042 ;77\nBo Li;bo@x.test;;;'

  test('are guessed, shown with three rows, and read as tags and external ID; others are ignored', () => {
    expect(
      parseList(table).head?.columns.map(({ name, field, samples }) => ({ name, field, samples })),
    ).toEqual([
      { name: 'Name', field: 'name', samples: ['Ria Sen', 'Bo Li'] },
      { name: 'E-Mail', field: 'email', samples: ['ria@x.test', 'bo@x.test'] },
      { name: 'Abteilung', field: 'tags', samples: ['Vertrieb|Nord', ''] },
      { name: 'Personalnummer', field: 'customId', samples: ['0042', ''] },
      { name: 'Kostenstelle', field: undefined, samples: ['77', ''] },
    ])
    expect(people(table)).toEqual([
      {
        email: 'ria@x.test',
        firstName: 'Ria',
        lastName: 'Sen',
        customId: '0042',
        tags: ['Vertrieb', 'Nord'],
      },
      { email: 'bo@x.test', firstName: 'Bo', lastName: 'Li' },
    ])
  })

  test('are read as chosen, whatever the case of their names, and a choice goes before a guess', () => {
    const fields = { kostenstelle: 'customId', abteilung: 'ignore' } as const
    for (const choices of [{ chosen: fields }, { remembered: fields }]) {
      expect(fieldsOf(table, choices)).toEqual(['name', 'email', undefined, undefined, 'customId'])
    }
    expect(fieldsOf(table, { chosen: { 'e-mail': 'ignore' } })?.[1]).toBeUndefined()
    expect(people(table, { chosen: { 'e-mail': 'ignore' } })[0]).toMatch('no email address')
  })

  test('have no tags for someone who may not add them', () => {
    expect(fieldsOf(table, { mayTag: false })?.[2]).toBeUndefined()
  })

  test.each([
    ['Employee #', 'customId'],
    ['Employee Number', 'customId'],
    ['Employee', 'name'],
    ['Cost Center', undefined],
    ['Business Unit', 'tags'],
  ])('named %s are %s', (name, field) => {
    expect(fieldsOf(`Email,${name}\na@x.test,1`)?.[1]).toBe(field)
  })

  test('without a header are offered where all lines have as many cells, and chosen by their place', () => {
    const lines = 'Sales,ria@x.test,Ria Sen,Berlin\nSales,bo@x.test,Bo Li,Oslo'
    expect(parseList(lines).canBeTable).toBe(true)
    expect(parseList('ria@x.test, Ria\nbo@x.test').canBeTable).toBeUndefined()
    expect(fieldsOf(lines, { asTable: true })).toEqual([undefined, 'email', undefined, undefined])
    const chosen = pick(pick({}, lines, 2, 'name', { asTable: true }), lines, 0, 'tags', { asTable: true })
    expect(people(lines, { asTable: true, chosen })).toEqual([
      { email: 'ria@x.test', firstName: 'Ria', lastName: 'Sen', tags: ['Sales'] },
      { email: 'bo@x.test', firstName: 'Bo', lastName: 'Li', tags: ['Sales'] },
    ])
  })

  test('with unknown names are chosen by them', () => {
    const lines = 'Wer,Wohin,Zusatz\nRia Sen,ria@x.test,x'
    expect(fieldsOf(lines, { asTable: true })).toEqual([undefined, 'email', undefined])
    expect(people(lines, { asTable: true, chosen: { wer: 'name' } })).toEqual([
      { email: 'ria@x.test', firstName: 'Ria', lastName: 'Sen' },
    ])
  })
})

test('a column of addresses without a name is found, beside one of numbers too', () => {
  const rows = 'Ann Lee,ann@x.test,Red\nBo Li,bo@x.test,Blue\nCy Yo,(none),Blue'
  expect(fieldsOf(`Name,,Team\n${rows}`)).toEqual(['name', 'email', 'tags'])
  expect(fieldsOf(`Name,,Mobile\n${rows}`)).toEqual(['name', 'email', 'phone'])
  expect(fieldsOf(`Name,Assistant,Mobile\n${rows}`)).toEqual(['name', undefined, 'phone'])
})

describe('a choice', () => {
  const names = {
    'no name': 'Name,,Team\nAnn Lee,ann@x.test,Red\nBo Li,(see list),Blue\nCy,,Blue\nDi,,Red',
    'a number as its name': 'Name,Column 2,Team\nAnn,ann@x.test,Red\nBo,(see list),Blue\nCy,,Blue',
    'the name of another column': 'Email,Email,Team\n,ann@x.test,Red\n,bo@x.test,Blue',
  }
  test.each(Object.entries(names))('for a column with %s holds', (_, text) => {
    const choices = { asTable: true }
    for (const field of ['email', 'customId', 'ignore'] as const) {
      const chosen = pick({}, text, 1, field, choices)
      const shown = fieldsOf(text, { ...choices, chosen })?.[1]
      expect(shown).toBe(field === 'ignore' ? undefined : field)
      expect(parseList(text, choices).head?.columns[1]?.nameKey).toBeUndefined()
    }
    const chosen = pick(pick({}, text, 0, 'ignore', choices), text, 1, 'email', choices)
    expect(people(text, { ...choices, chosen })[0]).toMatchObject({ email: 'ann@x.test' })
  })

  test('of the same field for another column withdraws the one before', () => {
    const text = 'Work,Home,Name\na@x.test,a@home.test,Ann'
    const first = pick({}, text, 0, 'email', { asTable: true })
    const second = pick(first, text, 1, 'email', { asTable: true })
    expect(fieldsOf(text, { asTable: true, chosen: second })).toEqual([undefined, 'email', 'name'])
    const tags = pick(pick({}, text, 0, 'tags', { asTable: true }), text, 1, 'tags', { asTable: true })
    expect(fieldsOf(text, { asTable: true, chosen: tags })).toEqual(['tags', 'tags', 'name'])
  })

  test('that is remembered gives way to cells that are clearly addresses; one for this list does not', () => {
    const text = 'Contact,Name,Mobile\nann@x.test,Ann,\nbo@x.test,Bo,'
    expect(fieldsOf(text, { remembered: { contact: 'name' } })?.[0]).toBe('email')
    expect(fieldsOf(text, { chosen: { contact: 'name' } })?.[0]).toBe('name')
    const other = 'Contact,Email\nAnn Lee,ann@x.test\nBo Li,bo@x.test'
    expect(fieldsOf(other, { remembered: { contact: 'email' } })).toEqual([undefined, 'email'])
    const ignored = 'Email,Name\nann@x.test,Ann'
    expect(fieldsOf(ignored, { remembered: { email: 'ignore' } })?.[0]).toBe('email')
    expect(fieldsOf(`${ignored.replace('Name', 'Mobile')}`, { remembered: { email: 'ignore' } })?.[0]).toBe(
      undefined,
    )
  })

  test('that is remembered never makes the address of a manager that of a person', () => {
    const text = 'Name,Mobile,Manager email\nAnn,+49151234567,boss@x.test\nBo,+49151234568,boss2@x.test'
    expect(fieldsOf(text, { remembered: { 'manager email': 'ignore' } })).toEqual([
      'name',
      'phone',
      undefined,
    ])
    expect(fieldsOf('Name,Manager email\nAnn,boss@x.test\nBo,boss2@x.test')).toBeUndefined()
  })
})

describe('what is remembered', () => {
  const stored = new Map<string, string>()
  beforeEach(() => {
    stored.clear()
    vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  const numbered = locales.map((locale) => {
    const path = `../../../content/locales/${locale}/dashboard/invite.json`
    const { columns } = JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
    return (columns.numbered as string).replace('{n}', '12').toLowerCase()
  })

  test.each([...numbered, 'column 1', 'spalte1', 'unnamed: 3', '4'])('does not include “%s”', (name) => {
    const both = { [name]: 'email', kostenstelle: 'customId', wrong: 'nothing' }
    stored.set('timbre.import-columns.a1', JSON.stringify(both))
    expect(loadColumns('a1')).toEqual({ kostenstelle: 'customId' })
  })
})

test('two rows with one address and two keys stay two; with one key their tags are joined', () => {
  const rows = (second: string) =>
    mergeDuplicates(
      parseList(`Email,Employee number,Team\na@x.test,1,Sales\nA@x.test,${second},Berlin`).entries,
    )
  expect(rows('2')).toHaveLength(2)
  expect(rows('1').map(({ person }) => importRow(person))).toEqual([
    { email: 'a@x.test', customId: '1', tags: ['Sales', 'Berlin'] },
  ])
})
