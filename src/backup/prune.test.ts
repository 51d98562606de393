import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { backupIdAt } from './backup-id.ts'
import { chooseKept, pruneBackups } from './prune.ts'

const day = 86_400_000
/** A Monday. */
const newest = Date.parse('2026-11-23T03:00:00Z')

test('the newest of 7 days, 5 weeks and 12 months stay', () => {
  const times = Array.from({ length: 800 }, (_, days) => new Date(newest - days * day))
  const twice = times.flatMap((time) => [time, new Date(time.getTime() - 3_600_000)])
  expect(chooseKept(twice.map((time) => ({ id: backupIdAt(time) }))).map((id) => id.slice(0, 10))).toEqual([
    ...['2025-12-31', '2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30'],
    ...['2026-07-31', '2026-08-31', '2026-09-30', '2026-10-31', '2026-11-01', '2026-11-08', '2026-11-15'],
    ...['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'],
  ])
  expect(chooseKept([{ id: '2020-01-01T00-00-00Z' }])).toEqual(['2020-01-01T00-00-00Z'])
})

test('pruning removes what is not needed, and incomplete backups of days ago', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'prune-'))
  const manifest = {
    ...{
      format: 1,
      kind: 'embedded',
      version: '0',
      newestMigration: null,
      postgres: 18,
      start: '0/1',
      end: '0/2',
    },
    ...{ startedAt: '2026-11-23T03:00:00Z', finishedAt: '2026-11-23T03:00:00Z', wal: [], sealedFor: null },
    ...{ files: [], rows: {}, transactionsAfterCount: 0, auditHeads: [] },
  }
  for (const id of ['2026-11-23T03-00-00Z', '2026-11-23T02-00-00Z']) {
    mkdirSync(join(folder, id))
    writeFileSync(join(folder, id, 'manifest.json'), JSON.stringify({ ...manifest, id }))
  }
  for (const name of ['2026-11-23T03-30-00Z.incomplete', '2026-11-20T03-00-00Z.incomplete', 'other'])
    mkdirSync(join(folder, name))
  expect(await pruneBackups(folder, new Date(newest + 3_600_000))).toEqual([
    '2026-11-23T02-00-00Z',
    '2026-11-20T03-00-00Z.incomplete',
  ])
  expect(readdirSync(folder).sort()).toEqual([
    '2026-11-23T03-00-00Z',
    '2026-11-23T03-30-00Z.incomplete',
    'other',
  ])
})
