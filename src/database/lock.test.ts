import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { isDataDirHeld, lockDataDir } from './lock.ts'

const parent = mkdtempSync(join(tmpdir(), 'timbre-lock-'))
afterAll(() => rmSync(parent, { recursive: true }))

describe('lockDataDir', () => {
  test('refuses a directory that is in use and gives it back afterwards', () => {
    const dataDir = join(parent, 'one')
    const unlock = lockDataDir(dataDir)
    expect(() => lockDataDir(dataDir)).toThrow(`is in use by process ${process.pid}. Stop that process`)
    unlock()
    lockDataDir(dataDir)()
    expect(readdirSync(dataDir)).toEqual([])
  })

  test('takes over from a process that is gone', () => {
    const dataDir = mkdtempSync(join(parent, 'gone-'))
    writeFileSync(join(dataDir, 'timbre.lock'), '999999999 some-boot 12345\n')
    lockDataDir(dataDir)()
  })

  test('takes over when the number belongs to another process now', () => {
    const dataDir = mkdtempSync(join(parent, 'reused-'))
    writeFileSync(join(dataDir, 'timbre.lock'), `${process.pid} an-earlier-boot 1\n`)
    const unlock = lockDataDir(dataDir)
    expect(readFileSync(join(dataDir, 'timbre.lock'), 'utf8')).not.toContain('an-earlier-boot')
    unlock()
  })

  test('leaves the lock of a successor alone', () => {
    const dataDir = mkdtempSync(join(parent, 'successor-'))
    const unlock = lockDataDir(dataDir)
    writeFileSync(join(dataDir, 'timbre.lock'), '1 theirs\n')
    unlock()
    expect(readFileSync(join(dataDir, 'timbre.lock'), 'utf8')).toBe('1 theirs\n')
  })
})

describe('isDataDirHeld', () => {
  test('is true as long as a living process holds it, each lock for itself', () => {
    const dataDir = join(parent, 'held')
    expect(isDataDirHeld(dataDir)).toBe(false)
    const unlock = lockDataDir(dataDir)
    expect([isDataDirHeld(dataDir), isDataDirHeld(dataDir, 'shell.lock')]).toEqual([true, false])
    unlock()
    expect(isDataDirHeld(dataDir)).toBe(false)
    writeFileSync(join(dataDir, 'timbre.lock'), '999999999 some-boot 12345\n')
    expect(isDataDirHeld(dataDir)).toBe(false)
  })
})
