import { expect, test } from 'vitest'
import { personName } from './person-name.ts'

const named = (firstName: string | null, lastName: string | null, email: string | null = null) =>
  personName({ firstName, lastName, email, phone: null })

test('a name is written as in its language: given name or family name first', () => {
  expect(named('Noor', 'Okafor')).toBe('Noor Okafor')
  expect(named('美咲', '田中')).toBe('田中 美咲')
  expect(named('思远', '陈')).toBe('陈 思远')
  expect(named('민준', '김')).toBe('김민준')
  expect(named('Misaki', '田中')).toBe('Misaki 田中')
})

test('one name, or none, is enough', () => {
  expect(named(null, 'Okafor')).toBe('Okafor')
  expect(named(null, null, 'noor@example.com')).toBe('noor@example.com')
  expect(named(null, null)).toBe('Person without a name')
})
