import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rotateLog } from './log-rotation.ts'

test('a log is rotated while it is written, and its last five files are kept', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'timbre-rotation-'))
  const file = join(folder, 'postgres.log')
  const writer = openSync(file, 'a', 0o600)
  for (let round = 1; round <= 7; round += 1) {
    writeSync(writer, `round ${round}\n`.repeat(20))
    await rotateLog(file, 100)
  }
  writeSync(writer, 'last\n')
  await rotateLog(file, 100)
  closeSync(writer)
  expect(readFileSync(file, 'utf8')).toBe('last\n')
  expect(readdirSync(folder).sort()).toEqual(
    ['', '.1', '.2', '.3', '.4'].map((ending) => `postgres.log${ending}`),
  )
  expect(readFileSync(`${file}.1`, 'utf8')).toContain('round 7\n')
  expect(readFileSync(`${file}.4`, 'utf8')).toContain('round 4\n')
})
