import { describe, expect, test } from 'vitest'
import type { ColumnChoices } from './column-choices.ts'
import { importRow } from './import-row.ts'
import { mergeDuplicates } from './merge-duplicates.ts'
import { parseList } from './read-list.ts'

const people = (text: string, choices?: ColumnChoices) =>
  parseList(text, choices).entries.map(({ person, problem }) => problem ?? person)
const fieldsOf = (text: string, choices?: ColumnChoices) =>
  parseList(text, choices).head?.columns.map(({ field }) => field)

describe('columns', () => {
  const table =
    'Name;E-Mail;Abteilung;Personalnummer;Kostenstelle\nRia Sen;ria@x.test;Vertrieb|Nord; 0042 ;77\nBo Li;bo@x.test;;;'

  test('are guessed, shown with three rows, and read as tags and external ID; others are ignored', () => {
    expect(parseList(table).head?.columns).toEqual([
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
    const choices = { fields: { kostenstelle: 'customId', abteilung: 'ignore' } } as const
    expect(fieldsOf(table, choices)).toEqual(['name', 'email', undefined, undefined, 'customId'])
    expect(fieldsOf(table, { fields: { 'e-mail': 'ignore' } })?.[1]).toBeUndefined()
    expect(people(table, { fields: { 'e-mail': 'ignore' } })[0]).toMatch('no email address')
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

  test('without a header are offered where all lines have as many cells, and chosen by number', () => {
    const lines = 'Sales,ria@x.test,Ria Sen,Berlin\nSales,bo@x.test,Bo Li,Oslo'
    expect(parseList(lines).canBeTable).toBe(true)
    expect(parseList('ria@x.test, Ria\nbo@x.test').canBeTable).toBeUndefined()
    expect(fieldsOf(lines, { asTable: true })).toEqual([undefined, 'email', undefined, undefined])
    const fields = { 'column 3': 'name', 'column 1': 'tags' } as const
    expect(people(lines, { asTable: true, fields })).toEqual([
      { email: 'ria@x.test', firstName: 'Ria', lastName: 'Sen', tags: ['Sales'] },
      { email: 'bo@x.test', firstName: 'Bo', lastName: 'Li', tags: ['Sales'] },
    ])
  })

  test('with unknown names are chosen by them', () => {
    const lines = 'Wer,Wohin,Zusatz\nRia Sen,ria@x.test,x'
    expect(fieldsOf(lines, { asTable: true })).toEqual([undefined, 'email', undefined])
    expect(people(lines, { asTable: true, fields: { wer: 'name' } })).toEqual([
      { email: 'ria@x.test', firstName: 'Ria', lastName: 'Sen' },
    ])
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
