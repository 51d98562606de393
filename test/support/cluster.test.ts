import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lockDataDir } from '../../src/database/data-dir-lock.ts'
import { removeAbandoned } from './cluster.ts'

test('removes leftovers of killed runs, and nothing of a live run, of another user or behind a link', async () => {
  const place = mkdtempSync(join(tmpdir(), 'left-'))
  const elsewhere = mkdtempSync(join(tmpdir(), 'elsewhere-'))
  const made = (name: string, { lock = false, old = false } = {}) => {
    const folder = join(place, `timbre-test-${name}`)
    mkdirSync(folder)
    if (lock) writeFileSync(join(folder, 'timbre.lock'), '1 a process that is gone\n')
    if (old) utimesSync(folder, 0, 0)
    return folder
  }
  const killed = made('killed', { lock: true })
  const halfRemoved = made('half-removed', { old: true })
  const beginning = made('beginning')
  const living = made('living')
  const lock = await lockDataDir(living)
  const linked = join(place, 'timbre-test-linked')
  writeFileSync(join(elsewhere, 'timbre.lock'), '1 a process that is gone\n')
  symlinkSync(elsewhere, linked)
  const kept = [beginning, living, linked, join(elsewhere, 'timbre.lock')]
  if (process.getuid?.() === 0) {
    const foreign = made('foreign', { lock: true })
    chownSync(foreign, 65_534, 65_534)
    kept.push(foreign)
  }
  await removeAbandoned(place)
  lock.release()
  expect([killed, halfRemoved].filter((path) => existsSync(path))).toEqual([])
  expect(kept.filter((path) => !existsSync(path))).toEqual([])
  await expect(removeAbandoned(join(place, 'not there'))).resolves.toBeUndefined()
})
