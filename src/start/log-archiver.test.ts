import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { segmentName } from '../backup/log-name.ts'
import { createIdentity } from '../backup/sealed-file.ts'
import { createLogArchiver } from './log-archiver.ts'

const hour = 3_600_000

async function createWaiting(count: number) {
  const parent = await mkdtemp(join(tmpdir(), 'archiver-'))
  const dataDir = join(parent, 'data')
  const waiting = join(dataDir, 'postgres/timbre_archive')
  mkdirSync(waiting, { recursive: true })
  mkdirSync(join(dataDir, 'postgres/global'))
  writeFileSync(join(dataDir, 'postgres/global/pg_control'), Buffer.alloc(8, 7))
  for (let number = 0; number < count; number += 1)
    writeFileSync(join(waiting, segmentName(1, number)), `segment ${number}`)
  writeFileSync(join(waiting, `${segmentName(1, 0)}.00000028.backup`), 'a label')
  writeFileSync(join(waiting, `.${segmentName(1, count)}`), 'half a copy')
  return { dataDir, waiting, backupDir: join(parent, 'backups') }
}

async function createArchiver({ dataDir, backupDir }: { dataDir: string; backupDir: string }) {
  const { recipient } = await createIdentity()
  const logged: string[] = []
  const noted: number[] = []
  let now = Date.now()
  const archive = createLogArchiver({
    config: { backup: { dir: backupDir, recipient }, databaseUrl: undefined, dataDir },
    clock: () => new Date(now),
    log: {
      warn: (_, message) => void logged.push(message),
      error: ({ err }: { err?: Error }, message) => void logged.push(`${message}: ${err?.message}`),
    },
    note: ({ segments }) => void noted.push(segments),
  })
  return { archive: archive ?? (async () => false), logged, noted, wait: (time: number) => (now += time) }
}

test('what waits is sealed and removed; half copies and labels are not archived', async () => {
  const place = await createWaiting(2)
  const { archive, noted, logged } = await createArchiver(place)
  expect(await archive()).toBe(true)
  expect(await archive()).toBe(true)
  expect({ noted, logged }).toEqual({ noted: [2, 0], logged: [] })
  expect(readdirSync(place.waiting)).toEqual([`.${segmentName(1, 2)}`])
  const [cluster = ''] = readdirSync(join(place.backupDir, 'wal'))
  expect(cluster).toBe('07'.repeat(8))
  const names = readdirSync(join(place.backupDir, 'wal', cluster)).map((name) => name.slice(0, 24))
  expect(names.sort()).toEqual([segmentName(1, 0), segmentName(1, 1)])
})

test('while BACKUP_DIR can’t be written, segments wait up to a limit, and that is logged once an hour', async () => {
  const place = await createWaiting(130)
  // A file in the way refuses root, too.
  writeFileSync(place.backupDir, '')
  const { archive, logged, wait } = await createArchiver(place)
  expect(await archive()).toBe(false)
  expect(await archive()).toBe(false)
  const left = readdirSync(place.waiting).filter((name) => /^[0-9A-F]{24}$/.test(name))
  expect(left).toHaveLength(128)
  expect(left).not.toContain(segmentName(1, 1))
  expect(logged).toEqual([
    expect.stringMatching(
      /^archiving the write-ahead log failed, will retry: 2 segments of the log could not be/,
    ),
  ])
  wait(hour)
  expect(await archive()).toBe(false)
  expect(logged).toHaveLength(2)
})

test('there is no archiver without BACKUP_DIR, and with a database of one’s own', () => {
  const parts = { clock: () => new Date(), log: { warn() {}, error() {} } }
  const backup = { dir: '/b', recipient: 'age1' }
  const of = (config: Parameters<typeof createLogArchiver>[0]['config']) =>
    createLogArchiver({ ...parts, config })
  expect(of({ backup: undefined, databaseUrl: undefined, dataDir: '/d' })).toBeUndefined()
  expect(of({ backup, databaseUrl: 'postgres://x', dataDir: '/d' })).toBeUndefined()
  expect(of({ backup, databaseUrl: undefined, dataDir: '/d' })).toBeDefined()
  expect(existsSync('/b')).toBe(false)
})
