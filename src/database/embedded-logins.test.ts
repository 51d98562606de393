import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { afterFile } from '../../test/support/file-cleanup.ts'
import { connect } from './connect.ts'
import { startEmbedded } from './embedded.ts'
import { migrate, readMigrations } from './migrate.ts'
import { migrationsFolder, type OpenDatabase, openDatabase } from './open.ts'
import { findPostgresInstallation } from './postgres-installation.ts'

const id = 'a'.repeat(24)
const log = () => {}

test('an embedded database of the previous version gets its logins at the next start and keeps its rows', {
  tags: 'long',
}, async ({ skip }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'timbre-former-'))
  chmodSync(dataDir, 0o755)
  afterFile(() => rmSync(dataDir, { recursive: true, force: true }))
  const installation = await findPostgresInstallation(dataDir)
  if (typeof installation === 'string') return skip()
  // As the previous version left it: the superuser owns everything and is the only login.
  const former = await startEmbedded({ dataDir, installation, fsync: false, log })
  await migrate(former.connection, await readMigrations(migrationsFolder))
  const asOwner = connect({ connection: former.connection, poolSize: 1 })
  await asOwner.inAccount(id, (sql) =>
    sql.run(`insert into account (id, created_at, updated_at, name) values ($1, now(), now(), 'Kept')`, [id]),
  )
  await asOwner.close()
  await former.close()

  const files = ['runtime', 'backup'].map((purpose) => join(dataDir, `postgres-${purpose}-password`))
  const look = async (opened: OpenDatabase) => {
    const row = await opened.database.inAccount(id, (sql) =>
      sql.row('select name, session_user::text as login from account'),
    )
    await opened.close()
    expect([opened.kind, opened.warnings, row]).toEqual([
      'embedded',
      [],
      { name: 'Kept', login: 'timbre_runtime' },
    ])
  }
  await look(await openDatabase({ dataDir, log }))
  expect(files.map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600])
  // A start that was interrupted before it stored a password creates another one the next time.
  rmSync(files[0] as string)
  await look(await openDatabase({ dataDir, log }))
})
