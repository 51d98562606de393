import { execFileSync } from 'node:child_process'
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

test('a program of a service that has the lowest priority keeps it', () => {
  const started = `
    import { readFileSync } from 'node:fs'
    import { startProgram } from '${import.meta.resolve('./client-programs.ts')}'
    const program = startProgram({ name: 'cat', file: '/bin/sh', majorVersion: 18 }, ['-c', 'sleep 0.3; nice'], {})
    for await (const text of program.stdout) process.stdout.write(text)
    await program.ended`
  const niceness = execFileSync(
    'nice',
    ['-n', '19', process.execPath, '--input-type=module', '-e', started],
    {
      encoding: 'utf8',
    },
  )
  expect(niceness.trim()).toBe('19')
})
