import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backUpKeyCommand, checkBackupsCommand } from '../scripts/administration/backup.ts'
import { verifyCopy } from '../scripts/administration/verify-copy.ts'
import { type Backup, listBackups, openBackup } from '../src/backup/folder.ts'
import { type RestoreOptions, restoreEmbedded } from '../src/backup/restore-embedded.ts'
import { createIdentity, readSealedFile } from '../src/backup/sealed-file.ts'
import { isRecipient } from '../src/config-backup.ts'
import { type BackedUp, configOf, filesWith, startBackedUp } from './support/backups.ts'
import { cleanUp, newDataDir, startProcess } from './support/process.ts'

let made: BackedUp
let backup: Backup
let acknowledged = 0
beforeAll(async () => {
  made = await startBackedUp('demo')
  const client = new pg.Client(made.server.connection)
  await client.connect()
  await client.query(`create table written (n int)`)
  let isWriting = true
  const writing = (async () => {
    for (let n = 0; isWriting; n += 1) {
      await client.query('insert into written values ($1)', [n])
      acknowledged = n + 1
    }
  })()
  while (acknowledged < 20) await setTimeout(1)
  const before = acknowledged
  backup = await made.backUp()
  isWriting = false
  await writing
  expect(acknowledged).toBeGreaterThan(before)
  acknowledged = before
  await client.end()
}, 300_000)
afterAll(async () => {
  await made.server.close()
  await cleanUp()
})

const now = () => new Date('2026-11-23T08:00:00Z')
function restore(more: Partial<RestoreOptions> = {}) {
  const options = {
    backup,
    into: join(newDataDir(), 'new'),
    identity: made.identity,
    keepSessions: false,
    now,
  }
  return restoreEmbedded({ ...options, ...more })
}

/** A copy of the backup that a test may damage. */
async function copyBackup(): Promise<Backup> {
  const folder = join(newDataDir(), backup.id)
  await cp(backup.folder, folder, { recursive: true })
  return { ...backup, folder, manifest: structuredClone(backup.manifest) }
}

test('a backup made under writes is restored with its audit log, results and rows, and the copy is removed', async () => {
  const found = await verifyCopy(made.config, backup, { identity: made.identity, say: () => {} })
  expect(found).toMatchObject({ faults: [], accounts: backup.manifest.auditHeads.length })
  expect(found.results).toBeGreaterThan(0)
  expect(backup.manifest.rows.written).toBeGreaterThanOrEqual(acknowledged)
  expect(readdirSync(made.dataDir).filter((name) => name.startsWith('backup-verify'))).toEqual([])
})

test('a restored folder has no key and no password of the original, and says where it comes from', {
  tags: 'long',
}, async () => {
  const into = join(newDataDir(), 'new')
  await restore({ into })
  expect(readdirSync(into).sort()).toEqual([
    'audit-heads.jsonl',
    'postgres',
    'postgres-password',
    'restored.json',
  ])
  expect(JSON.parse(readFileSync(join(into, 'restored.json'), 'utf8'))).toMatchObject({
    ...{ id: backup.id, start: backup.manifest.start },
    end: expect.stringMatching(/^[0-9A-F]+\/[0-9A-F]+$/),
    restoredAt: '2026-11-23T08:00:00.000Z',
  })
  const secrets = ['secret.key', 'postgres-password', 'postgres-runtime-password', 'postgres-backup-password']
  for (const name of secrets) {
    const secret = readFileSync(join(made.dataDir, name), 'utf8').trim()
    expect(filesWith(into, secret)).toEqual([])
    expect(filesWith(made.backupDir, secret)).toEqual([])
  }
  // The restored files have the people's names, so that the next search could find them.
  expect(filesWith(into, 'Mensah')).not.toEqual([])
  expect(filesWith(made.backupDir, 'Mensah')).toEqual([])
  await expect(restore({ into })).rejects.toThrow(`${into} is not empty. Give a new folder with --into.`)
})

describe('one line refuses', () => {
  test('a wrong identity, and none', async () => {
    const other = await createIdentity()
    const into = join(newDataDir(), 'new')
    await expect(restore({ into, identity: other.identity })).rejects.toThrow(
      'cluster.tar.zst.age: The identity does not open it: it was sealed for another recipient.',
    )
    expect(readdirSync(into)).toEqual([])
    await expect(restore({ identity: undefined })).rejects.toThrow(/is sealed for age1\w+\. Give the file/)
  })

  test('a flipped byte, by its hash and by its seal', { tags: 'long' }, async () => {
    const damaged = await copyBackup()
    const path = join(damaged.folder, 'cluster.tar.zst.age')
    const bytes = readFileSync(path)
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
    writeFileSync(path, bytes)
    await expect(restore({ backup: damaged })).rejects.toThrow(
      `The file cluster.tar.zst.age of the backup ${backup.id} is damaged: its SHA-256 isn't that of the manifest.`,
    )
    const reading = (async () => {
      for await (const _ of readSealedFile(path, made.identity));
    })()
    await expect(reading).rejects.toThrow()
  })

  test('a missing file, and a WAL file that is missing inside', { tags: 'long' }, async () => {
    const incomplete = await copyBackup()
    incomplete.manifest.wal.push('0000000100000000000000FF')
    await expect(restore({ backup: incomplete })).rejects.toThrow(
      'The WAL file 0000000100000000000000FF is missing from the backup.',
    )
    rmSync(join(incomplete.folder, 'wal.tar.zst.age'))
    await expect(restore({ backup: incomplete })).rejects.toThrow(
      `The file wal.tar.zst.age is missing from the backup ${backup.id}.`,
    )
  })

  test('rows that are not there', { tags: 'long' }, async () => {
    const other = await copyBackup()
    other.manifest.rows.profile = (other.manifest.rows.profile ?? 0) + 1_000_000_000
    const found = await verifyCopy(made.config, other, { identity: made.identity, say: () => {} })
    expect(found.faults).toEqual([expect.stringMatching(/^profile: \d+ rows instead of \d+$/)])
  })
})

test('a backup cut by kill -9 is named incomplete and never listed', { tags: 'long' }, async () => {
  const killed = startProcess(
    {
      ...{ DATA_DIR: made.dataDir, BACKUP_DIR: made.backupDir, BACKUP_RECIPIENT: made.recipient, PORT: '0' },
    },
    undefined,
    [process.execPath, 'scripts/timbre.ts', 'backup', 'now'],
  )
  const drafts = () => readdirSync(made.backupDir).filter((name) => name.endsWith('.incomplete'))
  while (drafts().length === 0 && killed.isRunning()) await setTimeout(5)
  expect(killed.stderr()).toBe('')
  process.kill(killed.pid, 'SIGKILL')
  expect(await killed.ended).toBe('SIGKILL')
  const { backups, incomplete } = await listBackups(made.backupDir)
  expect(backups.map(({ id }) => id)).toEqual([backup.id])
  expect(incomplete).toEqual(drafts())
  const [name = ''] = incomplete
  await expect(openBackup(made.backupDir, name)).rejects.toThrow(`The backup ${name} is incomplete`)
  // Also with its final name, without a manifest.
  const whole = name.replace('.incomplete', '')
  renameSync(join(made.backupDir, name), join(made.backupDir, whole))
  await expect(openBackup(made.backupDir, whole)).rejects.toThrow(`The backup ${whole} is incomplete`)
  expect((await openBackup(made.backupDir)).id).toBe(backup.id)
})

test('backup check finds a backup that is missing, old or damaged', async () => {
  const check = (dir: string) =>
    checkBackupsCommand.runOffline(
      configOf({ BACKUP_DIR: dir, BACKUP_RECIPIENT: made.recipient }),
      {},
      () => {},
    )
  expect(await check(made.backupDir)).toMatchObject({ exitCode: 0 })
  expect(await check(newDataDir())).toMatchObject({ exitCode: 1, text: 'There is no backup.' })
  const { folder, manifest } = await copyBackup()
  writeFileSync(join(folder, 'manifest.json'), ' ', { flag: 'a' })
  expect((await check(join(folder, '..'))).text).toContain('The file manifest.json of the backup')
  rmSync(join(folder, 'wal.tar.zst.age'))
  rmSync(join(folder, 'manifest.sha256'))
  writeFileSync(
    join(folder, 'manifest.json'),
    JSON.stringify({ ...manifest, finishedAt: '2026-01-01T00:00:00Z' }),
  )
  const { text, exitCode } = await check(join(folder, '..'))
  expect(text).toMatch(/is \d+ hours old\.\nThe file wal\.tar\.zst\.age is missing/)
  expect(exitCode).toBe(1)
})

test('the key is sealed into a file of its own, for another recipient', async () => {
  const { identity, recipient } = await createIdentity()
  const to = join(newDataDir(), 'key.age')
  const run = (input: Record<string, unknown>) => backUpKeyCommand.runOffline(made.config, input, () => {})
  await expect(run({ to, recipient: made.recipient })).rejects.toThrow(/another one than BACKUP_RECIPIENT/)
  expect(existsSync(to)).toBe(false)
  await run({ to, recipient })
  const key = readFileSync(join(made.dataDir, 'secret.key'), 'utf8')
  expect(readFileSync(to).includes(key.trim())).toBe(false)
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  expect(await decrypter.decrypt(readFileSync(to), 'text')).toBe(key)
  await expect(run({ to, recipient })).rejects.toThrow(/exists already/)
})

test('the checksum of a recipient finds typing errors', async () => {
  for (let made = 0; made < 20; made += 1) {
    const { recipient } = await createIdentity()
    expect(isRecipient(recipient)).toBe(true)
    const place = 4 + made
    const other = recipient[place] === 'q' ? 'p' : 'q'
    expect(isRecipient(recipient.slice(0, place) + other + recipient.slice(place + 1))).toBe(false)
  }
  expect(() => configOf({ BACKUP_DIR: '/backups' })).toThrow(/BACKUP_RECIPIENT: is required with BACKUP_DIR/)
  expect(() => configOf({ BACKUP_RECIPIENT: made.recipient })).toThrow(/BACKUP_DIR: is required/)
  expect(() => configOf({ BACKUP_DIR: '/b', BACKUP_RECIPIENT: 'age1x' })).toThrow(/must be an age public key/)
})
