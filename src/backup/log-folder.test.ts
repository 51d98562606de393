import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { endOf, isContinued, listLog, logFolderOf, pruneLogs } from './log-folder.ts'
import { numberOf, parseSealedName, sealedNameOf, segmentName, timelineOf } from './log-name.ts'
import { missingAfter } from './serve-log.ts'

const digest = '0123456789abcdef'
const at = new Date('2026-11-24T02:00:00.900Z')
const sealed = (number: number, timeline = 1, time = at) => {
  const file = sealedNameOf(segmentName(timeline, number), time, digest)
  return { file, ...parseSealedName(file) } as NonNullable<ReturnType<typeof parseSealedName>>
}

test('a name says segment, time and digest, and other files are no part of the log', () => {
  const file = '0000000A00000001000000FF_20261124T020000Z_0123456789abcdef.zst.age'
  expect(sealedNameOf('0000000A00000001000000FF', at, digest)).toBe(file)
  expect(parseSealedName(file)).toEqual({
    ...{ name: '0000000A00000001000000FF', digest, file },
    sealedAt: new Date('2026-11-24T02:00:00Z'),
  })
  for (const other of [`.${file}`, `${file}.draft`, 'README', '0000000A.history'])
    expect(parseSealedName(other)).toBeUndefined()
})

test('segments are numbered across the borders of their files, as PostgreSQL does', () => {
  expect(segmentName(1, 255)).toBe('0000000100000000000000FF')
  expect(segmentName(1, 256)).toBe('000000010000000100000000')
  for (const number of [0, 255, 256, 70_000]) expect(numberOf(segmentName(3, number))).toBe(number)
  expect(timelineOf(segmentName(3, 9))).toBe(3)
})

describe('a log continues a backup', () => {
  const backup = { wal: ['00000001.history', segmentName(1, 4), segmentName(1, 5)] }

  test.each([
    ['without later segments', [], true],
    ['with all later ones, and older ones', [3, 6, 7, 8], true],
    ['not with one missing', [6, 8], false],
    ['not with the first missing', [7], false],
  ])('%s: %j', (_, numbers, expected) => {
    expect(
      isContinued(
        backup,
        numbers.map((number) => sealed(number)),
      ),
    ).toBe(expected)
  })

  test('not on a timeline that began later', () => {
    expect(isContinued(backup, [sealed(6), sealed(7, 2)])).toBe(false)
  })
})

test('the next segment is missing only if there are later ones', () => {
  const last = segmentName(1, 5)
  expect(missingAfter(last, [sealed(4), sealed(5)])).toBeUndefined()
  expect(missingAfter(last, [sealed(6), sealed(7)])).toBeUndefined()
  expect(missingAfter(last, [sealed(7), sealed(7, 2)])).toBe(segmentName(1, 6))
  expect(missingAfter(last, [sealed(7, 2)])).toBeUndefined()
})

test('old segments are removed in all folders, histories of timelines stay', async () => {
  const backupDir = await mkdtemp(join(tmpdir(), 'log-'))
  const folder = logFolderOf(backupDir, '0'.repeat(16))
  const aside = join(folder, 'set-aside-1')
  mkdirSync(aside, { recursive: true })
  const early = new Date('2026-11-01T00:00:00Z')
  const names = [sealed(1, 1, early).file, sealed(2).file, sealedNameOf('00000002.history', early, digest)]
  for (const name of names) writeFileSync(join(folder, name), '')
  writeFileSync(join(aside, sealed(1, 1, early).file), '')
  expect(endOf(await listLog(folder))).toEqual(new Date('2026-11-24T02:00:00Z'))
  expect(await pruneLogs(backupDir, new Date('2026-11-20T00:00:00Z'))).toBe(2)
  expect(readdirSync(folder).sort()).toEqual([names[1], names[2], 'set-aside-1'].sort())
  expect(readdirSync(aside)).toEqual([])
  expect(await pruneLogs(join(backupDir, 'none'), early)).toBe(0)
})
