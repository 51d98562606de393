import { randomBytes } from 'node:crypto'
import { appendFileSync, cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  backUpCommand,
  checkBackupsCommand,
  listBackupsCommand,
  verifyBackupCommand,
} from '../scripts/administration/backup.ts'
import { restoreCommand } from '../scripts/administration/restore.ts'
import { verifyAudit } from '../scripts/administration/verify.ts'
import { verifyCopy } from '../scripts/administration/verify-copy.ts'
import { type Backup, openBackup } from '../src/backup/folder.ts'
import { createIdentity } from '../src/backup/sealed-file.ts'
import type { Config } from '../src/config.ts'
import { createSecretKeyring } from '../src/identity/secret-keyring.ts'
import { configOf, filesWith } from './support/backups.ts'
import type { TestDatabase } from './support/database.ts'
import { createLogins, type OwnServer, ownServerFolder, startOwnServer } from './support/own-server.ts'
import { cleanUp, newDataDir } from './support/process.ts'
import { callAs, signIn, startTestService, type TestAccount, type TestService } from './support/service.ts'
import { newEmail } from './support/test-rows.ts'

/** Carried by one person, so that a search could find it. */
const plantedName = 'Zyxomma'
const key = randomBytes(32)
const secretKey = createSecretKeyring([key])

afterAll(cleanUp)

if (ownServerFolder === undefined)
  console.warn('Skipped: there is no PostgreSQL server with pg_dump and pg_restore on this machine')

describe.skipIf(ownServerFolder === undefined)('a database of one’s own', () => {
  let server: OwnServer
  let environment: Record<string, string>
  let config: Config
  let identityFile: string
  let identity: string
  let service: TestService
  let account: TestAccount
  let backup: Backup
  /** Erased after the backup, and not erased. */
  let gone: string
  let kept: string
  let exported: unknown
  let dataDir: string
  /** The settings of an installation that goes on with the restored database. */
  let afterRestore: Record<string, string>
  const quiet = () => {}

  beforeAll(async () => {
    server = await startOwnServer()
    vi.stubEnv('PATH', `${server.bin}${delimiter}${process.env.PATH}`)
    await createLogins(server)
    await server.admin('create database timbre owner timbre_owner')
    const made = await createIdentity()
    identity = made.identity
    identityFile = join(newDataDir(), 'identity.txt')
    writeFileSync(identityFile, identity)
    dataDir = newDataDir()
    environment = {
      ...{ DATABASE_URL: server.urlOf('timbre_runtime', 'timbre'), SECRET_KEY: key.toString('base64url') },
      DATABASE_OWNER_URL: server.urlOf('timbre_owner', 'timbre'),
      BACKUP_DATABASE_URL: server.urlOf('timbre_backup', 'timbre'),
      ...{ BACKUP_DIR: newDataDir(), BACKUP_RECIPIENT: made.recipient, DATA_DIR: dataDir },
      // Nothing listens there, so messages wait.
      MAIL_URL: 'smtp://127.0.0.1:9?tls=off',
    }
    config = configOf(environment)
    // The timer of the service would make a backup by itself, in a process of its own.
    const { BACKUP_DATABASE_URL: _, ...ofService } = environment
    service = await startTestService(ofService, { db: {} as TestDatabase })
    account = await service.account()
    gone = await invite('Ada')
    kept = await invite(plantedName)
    exported = await exportOf(account, kept)
    await backUpCommand.runOffline(config, {}, quiet)
    backup = await openBackup(backupDir())
    expect((await account.call('DELETE', `/profile/${gone}`)).status).toBe(204)
  })
  afterAll(() => vi.unstubAllEnvs())

  const backupDir = () => config.backup?.dir ?? ''

  async function invite(firstName: string): Promise<string> {
    const { body } = await account.call('POST', '/profile', { firstName, email: newEmail() })
    expect((await account.call('POST', `/profile/${body.profile.id}/invite/email`)).status).toBe(204)
    return body.profile.id
  }

  async function exportOf({ call }: Pick<TestAccount, 'call'>, id: string) {
    const { status, body } = await call('GET', `/profile/${id}/export`)
    return { status, data: { ...body.data, exportedAt: null } }
  }

  const restore = (input: Record<string, unknown>) =>
    restoreCommand.runOffline(config, { identity: identityFile, keepSessions: false, ...input }, quiet)
  const newDatabase = async (name: string) => {
    await server.admin(`create database ${name} owner timbre_owner`)
    return server.urlOf('timbre_owner', name)
  }
  const schemasOf = async (name: string) =>
    (
      await server.admin(
        `select relname from pg_class c join pg_namespace n on n.oid = relnamespace
          where nspname in ('public', 'timbre_restore') limit 1`,
        name,
      )
    ).length

  test('a backup is sealed, listed and checked, and has no name and no key', async () => {
    expect(backup.manifest).toMatchObject({ kind: 'dump', transactionsAfterCount: 0 })
    expect(backup.manifest.rows.profile).toBeGreaterThan(1)
    expect(readdirSync(backup.folder).sort()).toEqual([
      'audit-heads.jsonl',
      'database.dump.zst.age',
      'manifest.json',
      'manifest.sha256',
    ])
    for (const text of [plantedName, 'own-server', key.toString('base64url'), account.token])
      expect(filesWith(backupDir(), text)).toEqual([])
    const { text } = await listBackupsCommand.runOffline(config, {}, quiet)
    expect(text).toMatch(new RegExp(`${backup.id} +dump `))
    // The server of this test archives nothing, which is the only problem.
    expect(await checkBackupsCommand.runOffline(config, {}, quiet)).toMatchObject({
      exitCode: 1,
      json: { problems: [expect.stringMatching(/^The server archives no write-ahead log/)] },
    })
  })

  test('a user who only makes dumps needs no other setting', { tags: 'long' }, async () => {
    const { BACKUP_RECIPIENT = '', BACKUP_DATABASE_URL = '' } = environment
    const alone = configOf({ BACKUP_DIR: newDataDir(), BACKUP_RECIPIENT, BACKUP_DATABASE_URL })
    await backUpCommand.runOffline(alone, {}, quiet)
    expect((await openBackup(alone.backup?.dir ?? '')).manifest.kind).toBe('dump')
    expect(await checkBackupsCommand.runOffline(alone, {}, quiet)).toMatchObject({ exitCode: 0 })
  })

  test('a machine that only verifies needs no other setting', { tags: 'long' }, async () => {
    const { BACKUP_DIR = '', BACKUP_RECIPIENT = '', SECRET_KEY = '' } = environment
    const alone = configOf({
      ...{ BACKUP_DIR, BACKUP_RECIPIENT, SECRET_KEY, DATA_DIR: newDataDir() },
      DATABASE_URL: server.urlOf('timbre_owner', 'postgres'),
    })
    const answer = await verifyBackupCommand.runOffline(alone, { identity: identityFile }, quiet)
    expect(answer.text).toContain(`${backup.id}: verified by restoring.`)
  })

  test('it is verified in a database that is removed again', { tags: 'long' }, async () => {
    const found = await verifyCopy(config, backup, { identity, say: quiet })
    expect(found).toMatchObject({ faults: [], notes: [] })
    expect(found.tables).toBeGreaterThan(20)
    const other = {
      ...backup,
      manifest: { ...backup.manifest, rows: { ...backup.manifest.rows, profile: 999 } },
    }
    const { faults } = await verifyCopy(config, other, { identity, say: quiet })
    expect(faults).toEqual([expect.stringMatching(/^profile: \d+ rows instead of 999$/)])
    expect(await server.admin(`select from pg_database where datname like 'timbre_verify%'`)).toEqual([])
    const asRuntime = { ...config, databaseOwnerUrl: config.databaseUrl }
    await expect(verifyCopy(asRuntime, backup, { identity, say: quiet })).rejects.toThrow(
      'The login of DATABASE_OWNER_URL may not create a database for the copy. Let an administrator run: alter role "timbre_runtime" createdb.',
    )
  })

  describe('one line refuses', { tags: 'long' }, () => {
    const backUp = (change: Record<string, string>) =>
      backUpCommand.runOffline(configOf({ ...environment, ...change }), {}, quiet)

    test('a login that row security binds, and one that may not read', async () => {
      await expect(backUp({ BACKUP_DATABASE_URL: server.urlOf('timbre_owner', 'timbre') })).rejects.toThrow(
        "BACKUP_DATABASE_URL names the login timbre_owner, which can't back up the database: row security hides rows from it",
      )
      await server.admin(`create role only_bypass login bypassrls password 'own-server'`)
      await expect(backUp({ BACKUP_DATABASE_URL: server.urlOf('only_bypass', 'timbre') })).rejects.toThrow(
        /: it may not read \w+\. npm run database/,
      )
      await expect(backUp({ BACKUP_DATABASE_URL: 'postgres://x:y@127.0.0.1:9/timbre' })).rejects.toThrow(
        /^BACKUP_DATABASE_URL cannot be used: .*ECONNREFUSED/,
      )
      await expect(
        backUp({ BACKUP_DATABASE_URL: server.urlOf('timbre_backup', 'postgres') }),
      ).rejects.toThrow('has no tables of Timbre')
      await expect(backUp({ BACKUP_DATABASE_URL: '' })).rejects.toThrow('BACKUP_DATABASE_URL is not set')
      expect(readdirSync(backupDir()).filter((name) => name.endsWith('.incomplete'))).toEqual([])
    })

    test('no pg_dump, and one that is too old', async () => {
      const folder = newDataDir()
      const path = process.env.PATH ?? ''
      try {
        process.env.PATH = folder
        await expect(backUp({})).rejects.toThrow(
          /^There is no pg_dump on PATH\. Install the client programs of PostgreSQL \d+ or newer/,
        )
        process.env.PATH = `${folder}${delimiter}/bin`
        writeFileSync(join(folder, 'pg_dump'), '#!/bin/sh\necho "pg_dump (PostgreSQL) 12.22"\n', {
          mode: 0o755,
        })
        process.env.PATH = folder
        await expect(backUp({})).rejects.toThrow(
          /^The pg_dump on PATH is of PostgreSQL 12, and this needs version \d+ or newer\./,
        )
      } finally {
        process.env.PATH = path
      }
    })

    test('places that do not fit, a wrong identity, and a damaged file; nothing remains of them', {
      tags: 'long',
    }, async () => {
      await expect(restore({ into: server.urlOf('timbre_owner', 'timbre') })).rejects.toThrow(
        'The database timbre is not empty. Give a new one with --into.',
      )
      await expect(restore({ into: join(newDataDir(), 'new') })).rejects.toThrow(
        /is a dump\. Give the address/,
      )
      await expect(
        restore({ into: 'postgres://x', at: '2026-11-24T09:30:00Z', id: backup.id }),
      ).rejects.toThrow(/^at is for backups of the embedded database/)
      const into = await newDatabase('refused')
      const other = join(newDataDir(), 'other.txt')
      writeFileSync(other, (await createIdentity()).identity)
      await expect(restore({ into, identity: other })).rejects.toThrow(
        'database.dump.zst.age: The identity does not open it: it was sealed for another recipient.',
      )
      await expect(restore({ into, identity: undefined })).rejects.toThrow(/is sealed for age1/)
      expect(await schemasOf('refused')).toBe(0)
      const damagedDir = newDataDir()
      cpSync(backup.folder, join(damagedDir, backup.id), { recursive: true })
      appendFileSync(join(damagedDir, backup.id, 'database.dump.zst.age'), 'x')
      const damaged = configOf({ ...environment, BACKUP_DIR: damagedDir })
      await expect(
        restoreCommand.runOffline(damaged, { into, identity: identityFile, keepSessions: false }, quiet),
      ).rejects.toThrow(/The file database\.dump\.zst\.age of the backup .* is damaged/)
    })

    test('a start on a database whose restore was cut off', async () => {
      await newDatabase('cut')
      await server.admin('create schema timbre_restore', 'cut')
      const cut = { DATABASE_URL: server.urlOf('timbre_runtime', 'cut'), DATABASE_OWNER_URL: '' }
      await expect(
        startTestService({ ...environment, ...cut, DATA_DIR: newDataDir() }, { db: {} as TestDatabase }),
      ).rejects.toThrow('The database is empty because a restore into it was cut off')
    })
  })

  test('a restore brings back everything, and its first start completes it once for two instances', {
    tags: 'long',
  }, async () => {
    await service.service.stop()
    const into = await newDatabase('restored')
    const { text } = await restore({ into })
    expect(text).toMatch(/^Restored .* into the database\./)
    const here = {
      ...environment,
      BACKUP_DATABASE_URL: '',
      DATABASE_URL: server.urlOf('timbre_runtime', 'restored'),
      DATABASE_OWNER_URL: into,
      MAIL_URL: 'mailbox:',
    }
    // The first goes on in the data directory of the lost installation, whose anchors are ahead.
    expect(readFileSync(join(dataDir, 'audit-heads.jsonl'), 'utf8')).toContain(account.id)
    const db = {} as TestDatabase
    const [one, two] = await Promise.all([
      startTestService({ ...here, DATA_DIR: dataDir }, { db }),
      startTestService({ ...here, DATA_DIR: newDataDir() }, { db }),
    ])
    expect(one.service.warnings.join()).toMatch(/no email, text message or webhook has been sent since/)
    const denied = await fetch(`${two.baseUrl}/account`, {
      headers: { authorization: `Bearer ${account.token}` },
    })
    expect(denied.status).toBe(401)
    const again = await signedIn(two)
    expect(await exportOf(again, kept)).toEqual(exported)
    expect((await again.call('GET', `/profile/${gone}`)).status).toBe(404)
    await one.service.drainOutbox()
    expect(await server.admin('select from mailbox_message', 'restored')).toEqual([])
    expect(
      await server.admin(`select from audit_entry where action = 'restore_backup'`, 'restored'),
    ).toHaveLength(backup.manifest.auditHeads.length)
    const verified = await verifyAudit({ database: one.service.parts.database, secretKey }, dataDir)
    expect(verified.accounts.flatMap(({ faults }) => faults)).toEqual([])
    expect(readdirSync(dataDir).filter((name) => name.startsWith('audit-heads.until-'))).toHaveLength(1)
    await Promise.all([one.service.stop(), two.service.stop()])
    afterRestore = here
  })

  test('a later start does nothing again, and a backup of the restored database can be restored too', {
    tags: 'long',
  }, async () => {
    const [here, db] = [afterRestore, {} as TestDatabase]
    const third = await startTestService({ ...here, DATA_DIR: dataDir }, { db })
    expect(readdirSync(dataDir).filter((name) => name.startsWith('audit-heads.until-'))).toHaveLength(1)
    await third.service.stop()
    const later = configOf({
      ...here,
      BACKUP_DIR: newDataDir(),
      BACKUP_DATABASE_URL: server.urlOf('timbre_backup', 'restored'),
    })
    await backUpCommand.runOffline(later, {}, quiet)
    const made = await openBackup(later.backup?.dir ?? '')
    expect(await verifyCopy(later, made, { identity, say: quiet })).toMatchObject({ faults: [], notes: [] })
  })

  async function signedIn({ baseUrl }: TestService): Promise<Pick<TestAccount, 'call'>> {
    return { call: callAs(baseUrl, await signIn(baseUrl, account)) }
  }
})
