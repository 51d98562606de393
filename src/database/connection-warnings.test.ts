import { expect, test } from 'vitest'
import { transportWarnings } from './connection-warnings.ts'

const warned = (address: string) => transportWarnings('DATABASE_URL', address)

test.each([
  'postgres://timbre:p@localhost:5432/timbre',
  'postgres://timbre:p@127.0.0.1/timbre',
  'postgres://timbre:p@[::1]/timbre',
  'postgres://timbre:p@localhost/timbre?host=%2Frun%2Fpostgresql',
  'postgres:///timbre?host=/run/postgresql',
  'postgres://timbre:p@db.example.com/timbre?sslmode=verify-full&sslrootcert=/etc/ca.pem',
  'postgres://timbre:p@database:5432/timbre?sslmode=disable',
])('%s causes no warning about TLS', (address) => expect(warned(address)).toEqual([]))

test.each([
  ['postgres://timbre:p@db.example.com/timbre', 'db.example.com'],
  ['postgres://timbre:p@10.0.0.5/timbre?application_name=t', '10.0.0.5'],
  ['postgres://timbre:p@localhost/timbre?host=db.example.com', 'db.example.com'],
])('%s causes a warning without its password', (address, host) => {
  expect(warned(address)).toEqual([expect.stringContaining(`DATABASE_URL leads to ${host} without TLS`)])
  expect(warned(address)[0]).not.toContain(':p@')
})
