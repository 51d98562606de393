import { describe, expect, test } from 'vitest'
import { nationalFault, readNational } from './number-plans.ts'
import { looksLikePhone } from './phone-numbers.ts'
import { isOtherName } from './same-name.ts'
import { isTotal } from './total-row.ts'

const named = (name: string) => {
  const [firstName, ...rest] = name.split('|')
  return { firstName, ...(rest.length > 0 && { lastName: rest.join(' ') }) }
}

describe('two names', () => {
  test.each([
    ['Jörg|Köhler', 'JOERG|KOEHLER'],
    ['Jörg|Köhler', 'Köhler|Jorg'],
    ['Ana María|Nuñez', 'ana maria|nunez'],
    ['Priya', 'Priya|Nair'],
    ['', 'Priya|Nair'],
    ["Maeve|O'Hara", 'Maeve|OHara'],
    ['思远|陈', '陈|思远'],
    ['Jean-Luc|Weiß', 'Jean Luc|Weiss'],
  ])('can be of one person: %s and %s', (one, other) => {
    expect(isOtherName(named(one), named(other))).toBe(false)
    expect(isOtherName(named(other), named(one))).toBe(false)
  })

  test.each([
    ['Jörg|Köhler', 'Sekretariat|Zwei'],
    ['Noor|Okafor', 'Noor|Other'],
    ['Priya', 'Prija'],
    ['が', 'か'],
    ['田中|美咲', '田中|美緒'],
  ])('are those of two: %s and %s', (one, other) => {
    expect(isOtherName(named(one), named(other))).toBe(true)
    expect(isOtherName(named(other), named(one))).toBe(true)
  })
})

test.each([
  [['Total', '200', '', '']],
  [['', 'Summe', '', '1.234,50']],
  [['Total: 200']],
  [['Gesamt:', '200', '17']],
  [['合計', '200']],
  [['Total général', '1 200']],
])('%j is a sum and no person', (cells) => {
  expect(isTotal(cells)).toBe(true)
})

test.each([
  [['Total']],
  [['Total', 'Ann', '200']],
  [['200', '17']],
  [['Total', '200', 'ann@x.test']],
  [['Ann', '+49 151 12345678']],
  [['Som', '0151 2345678']],
  [['Sum', 'Kim']],
])('%j may be a person', (cells) => {
  expect(isTotal(cells)).toBe(false)
})

test.each([
  '0170 1000000',
  '030/123456-78',
  '(0151) 2345 678',
  '+49 151 1234567',
  '555-123-4567',
  '06 12 34 56 78',
  '06.12.34.56.78',
])('%s looks like a phone number', (text) => expect(looksLikePhone(text)).toBe(true))

test.each([
  '01.02.2019',
  '2019-02-01',
  '1000234',
  '00012345',
  '12345678901',
  '1,234,567.00',
  '01/02/2019 10:15',
  '',
])('%s does not', (text) => expect(looksLikePhone(text)).toBe(false))

test.each([
  ['0151 0000000', 'DE', { kind: 'short', digits: 1 }],
  ['0151 000000', 'DE', { kind: 'short', digits: 2 }],
  ['0151 000000000', 'DE', { kind: 'long', digits: 1 }],
  ['06 12 34 56 7', 'FR', { kind: 'short', digits: 1 }],
  ['212-555-01234', 'US', { kind: 'long', digits: 1 }],
  ['12345', 'JP', { kind: 'other' }],
  ['100-200-3000', 'US', { kind: 'other' }],
] as const)('what is wrong with %s in %s is %j', (text, country, fault) => {
  expect(readNational(text, country)).toBeUndefined()
  expect(nationalFault(text, country)).toEqual(fault)
})
