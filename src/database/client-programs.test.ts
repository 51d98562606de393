import { expect, test } from 'vitest'
import { programEnvironment } from './client-programs.ts'

test('a folder with a socket, as of the embedded server, is the host of the programs', () => {
  const address = 'postgres://timbre_backup:a-b_c@localhost/timbre?host=/var/lib/timbre/postgres'
  expect(
    programEnvironment(address, { name: 'pg_dump', file: '/usr/bin/pg_dump', majorVersion: 18 }),
  ).toMatchObject({
    ...{ PGHOST: '/var/lib/timbre/postgres', PGPORT: '5432', PGDATABASE: 'timbre' },
    ...{ PGUSER: 'timbre_backup', PGPASSWORD: 'a-b_c' },
  })
})
