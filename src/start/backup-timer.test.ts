import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { backupIdAt } from '../backup/backup-id.ts'
import { createBackupTimer } from './backup-timer.ts'

const hour = 3_600_000

test('there is a backup each day, old ones are removed, the newest is checked each week, and failures are retried', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'timer-'))
  let now = Date.parse('2026-11-23T03:00:00Z')
  let isFailing = false
  let ran: string[] = []
  const errors: string[] = []
  const execute = async ([, verb = '']: readonly string[]) => {
    ran.push(verb)
    if (isFailing) throw new Error('planted')
    if (verb === 'now') await writeBackup(dir, new Date(now))
    return 'done'
  }
  const log = { info: () => {}, error: (_: unknown, message: string) => void errors.push(message) }
  const config = { backup: { dir, recipient: 'age1' }, databaseUrl: undefined }
  const noted: string[] = []
  const note = ({ finishedAt }: { finishedAt: Date }) => void noted.push(finishedAt.toISOString())
  const timer = createBackupTimer({ config, clock: () => new Date(now), log, note, execute })
  const look = async () => {
    ran = []
    await timer?.(new AbortController().signal)
    return ran
  }
  expect(await look()).toEqual(['now', 'prune'])
  expect(noted).toEqual(['2026-11-23T03:00:00.000Z'])
  expect(await look()).toEqual([])
  now += 23 * hour
  expect(await look()).toEqual([])
  now += hour
  isFailing = true
  expect(await look()).toEqual(['now'])
  expect(errors).toEqual(['backup now failed, will retry'])
  isFailing = false
  expect(await look()).toEqual([])
  now += hour
  expect(await look()).toEqual(['now', 'prune'])
  now += 7 * 24 * hour
  expect(await look()).toEqual(['now', 'prune', 'verify'])
  expect(await look()).toEqual([])
})

test('there is no timer without BACKUP_DIR, and for a database of one’s own without a login for dumps', () => {
  const backup = { dir: '/b', recipient: 'age1' }
  const log = { info: () => {}, error: () => {} }
  const timerOf = (config: Parameters<typeof createBackupTimer>[0]['config']) =>
    createBackupTimer({ config, clock: () => new Date(), log, execute: async () => '' })
  expect(timerOf({ backup: undefined, databaseUrl: undefined })).toBeUndefined()
  expect(timerOf({ backup, databaseUrl: 'postgres://x' })).toBeUndefined()
  expect(timerOf({ backup, databaseUrl: undefined })).toBeDefined()
  const dumping = { ...backup, databaseUrl: 'postgres://backup@x' }
  expect(timerOf({ backup: dumping, databaseUrl: 'postgres://x' })).toBeDefined()
})

async function writeBackup(dir: string, at: Date): Promise<void> {
  const id = backupIdAt(at)
  await mkdir(join(dir, id))
  const manifest = {
    ...{
      format: 1,
      id,
      kind: 'embedded',
      version: '0',
      newestMigration: null,
      postgres: 18,
      start: '0/1',
      end: '0/2',
    },
    ...{
      startedAt: at.toISOString(),
      finishedAt: at.toISOString(),
      wal: [],
      sealedFor: null,
      files: [],
      rows: {},
    },
    ...{ transactionsAfterCount: 0, auditHeads: [] },
  }
  await writeFile(join(dir, id, 'manifest.json'), JSON.stringify(manifest))
}
