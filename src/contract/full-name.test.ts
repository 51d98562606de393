import { expect, test } from 'vitest'
import { fullName } from './full-name.ts'

test.each([
  ['Noor', 'Okafor', 'Noor Okafor'],
  ['美咲', '田中', '田中 美咲'],
  ['민준', '김', '김민준'],
  ['Misaki', '田中', 'Misaki 田中'],
  [null, 'Okafor', 'Okafor'],
  ['Noor', '', 'Noor'],
  [null, null, null],
])('%j and %j become %j', (firstName, lastName, written) => {
  expect(fullName({ firstName, lastName })).toBe(written)
})
