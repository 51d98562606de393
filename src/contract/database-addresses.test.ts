import { expect, test } from 'vitest'
import { databaseAddresses } from './database-addresses.ts'

test.each([
  ['postgres://u:p@one/timbre', ['postgres://u:p@one/timbre']],
  [
    'postgres://u:p%2C@one:5433,two,[::1]:1/timbre?sslmode=require',
    [
      'postgres://u:p%2C@one:5433/timbre?sslmode=require',
      'postgres://u:p%2C@two/timbre?sslmode=require',
      'postgres://u:p%2C@[::1]:1/timbre?sslmode=require',
    ],
  ],
  ['postgres://localhost?host=/run/postgresql', ['postgres://localhost?host=/run/postgresql']],
  ['postgres:///timbre', ['postgres:///timbre']],
])('%s', (address, addresses) => {
  expect(databaseAddresses(address)).toEqual(addresses)
})
