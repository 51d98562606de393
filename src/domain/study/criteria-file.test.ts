import { describe, expect, test } from 'vitest'
import { readCriteriaFile } from './criteria-file.ts'
import { refusedWordIn } from './criterion-names.ts'

const rows = (csv: string, names = ['Rating']) =>
  readCriteriaFile(csv, names).rows.map(({ key, values }) => [key, ...values])

describe('a file of criteria', () => {
  test('is read with commas, semicolons and tabs, quotes, marks, and empty cells', () => {
    expect(rows('\uFEFFexternalId,Rating\r\n"a,1",3.5\r\n\r\nb,\r\n')).toEqual([
      ['a,1', 3.5],
      ['b', undefined],
    ])
    expect(rows('email;Rating;Sales\ra@example.com;3,5;-2\r', ['Sales', 'Rating'])).toEqual([
      ['a@example.com', -2, 3.5],
    ])
    expect(rows('PROFILEID\tRating\n"x\ny"\t1')).toEqual([['x\ny', 1]])
  })

  test.each([
    '=1+1',
    '@SUM(A1)',
    '1e999',
    'Infinity',
    'NaN',
    '0x10',
    '1'.repeat(10),
    '1.1234567',
    '٣',
    '+4',
    '3 4',
  ])('refuses the cell %s, and names line and column but not what it holds', (cell) => {
    const refusal = () => rows(`externalId;Rating\na;1\nb;${cell}\n`)
    expect(refusal).toThrow('Line 3, column “Rating”')
    expect(refusal).not.toThrow(cell)
  })

  test.each([
    ['', 'empty'],
    ['name,Rating\nAda,1', 'first column'],
    ['externalId,Mark\na,1', 'no column “Rating”'],
    ['externalId,Rating,Name\na,1,Ada', 'no criterion describes'],
    ['externalId,Rating,Rating\na,1,2', 'no criterion describes'],
    ['externalId,Rating\na,1,2', 'Line 2 has 3 cells'],
    ['externalId,Rating\n,1', 'Line 2 doesn’t say whose'],
    ['externalId,Rating\n"a,1', 'Line 2 has a quote'],
    [`externalId,Rating\n${'a,1\n'.repeat(20_001)}`, 'more than 20000 lines'],
  ])('refuses %j', (csv, message) => {
    expect(() => rows(csv)).toThrow(message)
  })
})

test('names of criteria that mean personal data are found, in several languages and spellings', () => {
  for (const name of ['E-mail', 'First name', 'sickDays', 'AGE', 'Geschlecht', 'date_of birth', '性別'])
    expect(refusedWordIn(name), name).toBeDefined()
  for (const name of ['Rated performance', 'Average deal size', 'Sales 2026', 'Manager rating'])
    expect(refusedWordIn(name), name).toBeUndefined()
})
