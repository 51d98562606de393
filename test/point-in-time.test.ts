import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { checkBackupsCommand, listBackupsCommand } from '../scripts/administration/backup.ts'
import { restoreCommand } from '../scripts/administration/restore.ts'
import { backUpEmbedded } from '../src/backup/back-up-embedded.ts'
import type { Backup } from '../src/backup/folder.ts'
import { listLog, logFolderOf } from '../src/backup/log-folder.ts'
import { isSegment } from '../src/backup/log-name.ts'
import { type RestoreOptions, restoreEmbedded } from '../src/backup/restore-embedded.ts'
import { findWaiting, sealLog } from '../src/backup/seal-log.ts'
import { createIdentity } from '../src/backup/sealed-file.ts'
import { type BackedUp, configOf, startBackedUp, startServerOn } from './support/backups.ts'
import { cleanUp, newDataDir } from './support/process.ts'

/** Rows of a table that were there at a time, before the segment that has them was archived. */
type Moment = { rows: number; at: Date }

let made: BackedUp
let client: pg.Client
let backup: Backup
const moments: Moment[] = []
let segments = 0

beforeAll(async () => {
  made = await startBackedUp('empty')
  client = new pg.Client(made.server.connection)
  await client.connect()
  await client.query('create table written (n serial)')
  await write(10)
  backup = await made.backUp()
  for (const _ of [1, 2, 3]) moments.push(await writeAndArchive(20))
  // Written, and in no archived segment.
  await write(5)
  segments = (await listLog(logFolder())).filter(({ name }) => isSegment(name)).length
}, 300_000)
afterAll(async () => {
  await client.end()
  await made.server.close()
  await cleanUp()
})

const logFolder = (backupDir = made.backupDir) =>
  logFolderOf(backupDir, backup.manifest.systemIdentifier ?? '')

async function write(count: number, to = client): Promise<void> {
  for (let written = 0; written < count; written += 1) await to.query('insert into written default values')
}

async function writeAndArchive(count: number): Promise<Moment> {
  await write(count)
  // Times have milliseconds here.
  await setTimeout(5)
  const { rows } = await client.query<Moment>(
    'select count(*)::int as rows, clock_timestamp() as at from written',
  )
  await setTimeout(5)
  await write(count)
  await completeSegment(client, made.dataDir)
  await made.archive()
  return rows[0] as Moment
}

/** Ends the segment that is written to and waits until the server has copied it. */
async function completeSegment(to: pg.Client, dataDir: string): Promise<void> {
  const { rows } = await to.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name')
  const copies = () => readdirSync(join(dataDir, 'postgres/timbre_archive'))
  await vi.waitUntil(() => copies().includes(rows[0]?.name ?? ''), { timeout: 30_000 })
}

async function restore(more: Partial<RestoreOptions> = {}) {
  const into = join(newDataDir(), 'new')
  const restored = await restoreEmbedded({
    ...{ backup, into, identity: made.identity, backupDir: made.backupDir, keepSessions: false },
    now: () => new Date(),
    ...more,
  })
  return { ...restored, into }
}

async function countIn(dataDir: string, work: (to: pg.Client) => Promise<void> = async () => {}) {
  const server = await startServerOn(dataDir)
  const reader = new pg.Client(server.connection)
  await reader.connect()
  try {
    const { rows } = await reader.query<{ count: number }>('select count(*)::int as count from written')
    await work(reader)
    return rows[0]?.count
  } finally {
    await reader.end()
    await server.close()
  }
}

/** A copy of everything in BACKUP_DIR that a test may damage. */
async function copyBackups(): Promise<string> {
  const copy = newDataDir()
  await cp(made.backupDir, copy, { recursive: true })
  return copy
}

const sealedFile = async (folder: string, number: number) => {
  const files = (await listLog(folder)).filter(({ name }) => isSegment(name))
  return join(folder, files.at(number)?.file ?? '')
}

describe('a restore', () => {
  test('goes on to the end of the archived log, and leaves no segment behind', { tags: 'long' }, async () => {
    const { into, backupAt, end } = await restore()
    const [{ rows, at } = { rows: 0, at: new Date() }] = moments.slice(-1)
    expect(new Date(backupAt) > at).toBe(true)
    expect(BigInt(`0x${end.replace('/', '').padStart(16, '0')}`)).toBeGreaterThan(0n)
    expect(readdirSync(join(into, 'postgres/timbre_archive'))).toEqual([])
    expect(await countIn(into)).toBe(rows + 20)
  })

  test('stops at a time, with the newest backup that ended before it', { tags: 'long' }, async () => {
    for (const { rows, at } of moments.slice(1, 2)) {
      const into = join(newDataDir(), 'new')
      const identity = join(newDataDir(), 'identity.txt')
      writeFileSync(identity, made.identity)
      const { text } = await restoreCommand.runOffline(
        made.config,
        { into, identity, at: at.toISOString(), keepSessions: false },
        () => {},
      )
      expect(text).toContain(`Restored ${backup.id}`)
      expect(await countIn(into)).toBe(rows)
    }
  })

  test('takes the last segments from the lost cluster, if it is still there', { tags: 'long' }, async () => {
    const lost = join(newDataDir(), 'pg_wal')
    mkdirSync(lost)
    await client.query('checkpoint')
    cpSync(join(made.dataDir, 'postgres/pg_wal'), lost, { recursive: true })
    const { into } = await restore({ furtherLog: lost })
    const [{ rows } = { rows: 0 }] = moments.slice(-1)
    expect(await countIn(into)).toBe(rows + 25)
  })

  test('of the backup alone ends with it', { tags: 'long' }, async () => {
    const { into } = await restore({ backupDir: undefined })
    expect(await countIn(into)).toBe(10)
  })

  test('of what was restored before follows its timeline, or the one that was left', {
    tags: 'long',
  }, async () => {
    const backupDir = await copyBackups()
    const [first, , third] = moments as [Moment, Moment, Moment]
    const { into } = await restore({ backupDir, until: first.at })
    const server = await startServerOn(into)
    const writer = new pg.Client(server.connection)
    await writer.connect()
    await write(7, writer)
    await completeSegment(writer, into)
    await writer.end()
    await server.close()
    await sealLog({ dataDir: into, backupDir, recipient: made.recipient, now: () => new Date() })
    const names = (await listLog(logFolder(backupDir))).map(({ name }) => name)
    expect(names).toContain('00000002.history')
    expect(await countIn((await restore({ backupDir })).into)).toBe(first.rows + 7)
    const left = await restore({ backupDir, timeline: 1, until: third.at })
    expect(await countIn(left.into)).toBe(third.rows)
  })
})

describe('one line refuses', () => {
  test('a time before the end of the backup', { tags: 'long' }, async () => {
    await expect(restore({ until: new Date('2026-01-01') })).rejects.toThrow(/Give an earlier backup\.$/)
    const input = { into: '/nowhere', at: '2026-01-01T00:00:00Z', keepSessions: false }
    await expect(restoreCommand.runOffline(made.config, input, () => {})).rejects.toThrow(
      /^No backup in .* ended before 2026-01-01/,
    )
  })

  test('a time after the end of the log', { tags: 'long' }, async () => {
    await expect(restore({ until: new Date(Date.now() + 60_000) })).rejects.toThrow(
      'The log ends before the time of --at.',
    )
  })

  test('no identity, and a wrong one', { tags: 'long' }, async () => {
    const plain = await backUpEmbedded({
      ...{ dataDir: made.dataDir, backupDir: newDataDir(), recipient: undefined, version: '0.1.0' },
      now: () => new Date(),
    })
    await expect(restore({ backup: plain, identity: undefined })).rejects.toThrow(
      'The log since the backup is sealed. Give the file with its identity, --identity FILE, or restore the backup alone, --at backup.',
    )
    const { identity } = await createIdentity()
    await expect(restore({ identity })).rejects.toThrow('The identity does not open it')
  })

  test('a flipped byte in a segment', { tags: 'long' }, async () => {
    const backupDir = await copyBackups()
    const path = await sealedFile(logFolder(backupDir), -2)
    const bytes = readFileSync(path)
    bytes[bytes.length - 9] = (bytes[bytes.length - 9] ?? 0) ^ 1
    writeFileSync(path, bytes)
    const into = join(newDataDir(), 'new')
    await expect(restore({ backupDir, into })).rejects.toThrow(/^The WAL file [0-9A-F]{24}: /)
    expect(readdirSync(into)).toEqual([])
  })

  test('a missing segment; up to a time before it a restore works, and backup check says it', {
    tags: 'long',
  }, async () => {
    const backupDir = await copyBackups()
    expect(segments).toBeGreaterThan(2)
    rmSync(await sealedFile(logFolder(backupDir), -2))
    await expect(restore({ backupDir })).rejects.toThrow(
      /^The WAL file [0-9A-F]{24} is missing from .*, and there are later ones\. Restore up to a time/,
    )
    const [first, , third] = moments as [Moment, Moment, Moment]
    const { into } = await restore({ backupDir, until: first.at })
    expect(await countIn(into)).toBe(first.rows)
    await expect(restore({ backupDir, until: third.at })).rejects.toThrow(
      'The log ends before the time of --at.',
    )
    const config = configOf({
      BACKUP_DIR: backupDir,
      BACKUP_RECIPIENT: made.recipient,
      DATA_DIR: made.dataDir,
    })
    const { text, exitCode } = await checkBackupsCommand.runOffline(config, {}, () => {})
    expect({ text, exitCode }).toEqual({
      text: `The log since the backup ${backup.id} isn't whole: changes since can't all be restored. Make a backup: backup now`,
      exitCode: 1,
    })
  })
})

test('backup list says how far the log goes, and backup check that all is well', {
  tags: 'long',
}, async () => {
  const { text } = await listBackupsCommand.runOffline(made.config, {}, () => {})
  expect(text).toMatch(/\nThe log goes on to \d{4}-\d\d-\d\dT[\d:.]+Z\.$/)
  expect(await checkBackupsCommand.runOffline(made.config, {}, () => {})).toMatchObject({ exitCode: 0 })
})

test('an older copy of the data directory goes on beside what the log had, which is set aside', {
  tags: 'long',
}, async () => {
  const own = await startBackedUp('empty')
  const copy = newDataDir()
  const to = new pg.Client(own.server.connection)
  await to.connect()
  await to.query('create table written (n serial)')
  await to.end()
  await own.server.close()
  await own.archive()
  execFileSync('cp', ['-a', `${own.dataDir}/.`, copy])
  const archiveOf = async (dataDir: string, rows: number) => {
    await countIn(dataDir, (writer) => write(rows, writer))
    return sealLog({
      dataDir,
      backupDir: own.backupDir,
      recipient: own.recipient,
      now: () => new Date(),
    })
  }
  expect(await archiveOf(own.dataDir, 3)).toMatchObject({ setAside: 0 })
  const outcome = await archiveOf(copy, 4)
  expect(outcome.sealed).toBeGreaterThan(0)
  expect(outcome.setAside).toBeGreaterThan(0)
  expect(await findWaiting(copy, new Date())).toEqual({ segments: 0, seconds: 0 })
})
