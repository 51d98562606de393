import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, test } from 'vitest'
import { isDataDirHeld, lockDataDir } from './data-dir-lock.ts'
import { lockFile } from './file-lock.ts'
import { describeThisProcess, holderText, legacyHolderText } from './lock-holder.ts'

const parent = mkdtempSync(join(tmpdir(), 'timbre-lock-'))
afterAll(() => rmSync(parent, { recursive: true }))

const newDir = () => mkdtempSync(join(parent, 'data-'))
const lineIn = (dataDir: string) => join(dataDir, 'timbre.lock')
const holderIn = (dataDir: string) => join(dataDir, 'timbre.holder')

/** The lock of a service in another container on this machine, whose heartbeat the test controls. */
function startForeign(dataDir: string, { beats = true, pid = 7 } = {}) {
  const holder = { ...describeThisProcess(), pid, pidNamespace: 'pid:[1]', host: 'other-container' }
  const write = () => writeFileSync(holderIn(dataDir), holderText(holder))
  write()
  const timer = setInterval(() => {
    holder.beat += 1
    if (beats) write()
  }, 500)
  return { holder, end: () => clearInterval(timer) }
}

describe('lockDataDir', { concurrent: true }, () => {
  test('refuses a directory that is in use and releases it afterwards', async ({ expect }) => {
    const dataDir = join(parent, 'one')
    const lock = await lockDataDir(dataDir)
    await expect(lockDataDir(dataDir)).rejects.toThrow(
      `is in use by process ${process.pid}. Stop that process`,
    )
    lock.release()
    const again = await lockDataDir(dataDir)
    again.release()
    expect(readdirSync(dataDir).filter((name) => name !== 'timbre.flock')).toEqual([])
  })

  test('takes over immediately from a process that is gone, also of an earlier version', async ({
    expect,
  }) => {
    const gone = { ...describeThisProcess(), pid: 999_999_999 }
    for (const [name, left] of [
      ['timbre.lock', legacyHolderText(gone)],
      ['timbre.holder', holderText(gone)],
    ] as const) {
      const dataDir = newDir()
      writeFileSync(join(dataDir, name), left)
      const startedAt = performance.now()
      const lock = await lockDataDir(dataDir)
      expect(performance.now() - startedAt).toBeLessThan(5_000)
      lock.release()
    }
  })

  test('takes over if the process ID now belongs to another process', async ({ expect }) => {
    const dataDir = newDir()
    writeFileSync(lineIn(dataDir), `${process.pid} an-earlier-boot 1\n`)
    const lock = await lockDataDir(dataDir)
    expect(readFileSync(lineIn(dataDir), 'utf8')).not.toContain('an-earlier-boot')
    lock.release()
  })

  test('refuses a directory held by a service of an earlier version, and is seen by one', async ({
    expect,
  }) => {
    const dataDir = newDir()
    const line = legacyHolderText(describeThisProcess())
    writeFileSync(lineIn(dataDir), line)
    expect(await isDataDirHeld(dataDir)).toBe(true)
    await expect(lockDataDir(dataDir)).rejects.toThrow(`is in use by process ${process.pid}.`)
    expect(readFileSync(lineIn(dataDir), 'utf8')).toBe(line)
    rmSync(lineIn(dataDir))
    const lock = await lockDataDir(dataDir)
    expect(readFileSync(lineIn(dataDir), 'utf8')).toBe(line)
    lock.release()
  })

  test("does not remove a successor's lock", async ({ expect }) => {
    const dataDir = newDir()
    const lock = await lockDataDir(dataDir)
    const { holder, end } = startForeign(dataDir, { beats: false })
    lock.release()
    end()
    expect(readFileSync(holderIn(dataDir), 'utf8')).toBe(holderText({ ...holder, beat: 0 }))
  })

  test('refuses a directory with a heartbeat of another container, whatever its process ID', async ({
    expect,
  }) => {
    for (const pid of [7, process.pid, 999_999_999]) {
      const dataDir = newDir()
      const { end } = startForeign(dataDir, { pid })
      await expect(lockDataDir(dataDir)).rejects.toThrow(
        `The data directory ${dataDir} is in use by a service in another container or on another machine ` +
          '(host other-container). Stop that service, or set DATA_DIR to another directory.',
      )
      expect(await isDataDirHeld(dataDir)).toBe(true)
      end()
    }
  })

  test('refuses a directory whose file lock another container holds, even without a heartbeat', async ({
    expect,
  }) => {
    const dataDir = newDir()
    const { end } = startForeign(dataDir, { beats: false })
    const theirs = lockFile(join(dataDir, 'timbre.flock'))
    if (typeof theirs !== 'object') throw new Error('This system has no file locks')
    await expect(lockDataDir(dataDir)).rejects.toThrow('in another container')
    expect(await isDataDirHeld(dataDir)).toBe(true)
    theirs.release()
    end()
  })

  test('takes over from another container, or an invalid lock file, after ten seconds without a heartbeat', async ({
    expect,
  }) => {
    const [left, empty] = [newDir(), newDir()]
    const { end } = startForeign(left, { beats: false })
    writeFileSync(holderIn(empty), '')
    const startedAt = performance.now()
    const locks = await Promise.all([left, empty].map((dataDir) => lockDataDir(dataDir)))
    expect(performance.now() - startedAt).toBeGreaterThan(9_900)
    for (const lock of locks) lock.release()
    end()
  })

  test('lets one of many concurrent starts have it', async ({ expect }) => {
    const dataDir = newDir()
    writeFileSync(lineIn(dataDir), '999999999 some-boot 12345\n')
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => lockDataDir(dataDir)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of tries) if (result.status === 'fulfilled') result.value.release()
  })
})

describe('a holder', { concurrent: true }, () => {
  test('has a heartbeat that shows others that it is alive', async ({ expect }) => {
    const dataDir = newDir()
    const lock = await lockDataDir(dataDir)
    const previousText = readFileSync(holderIn(dataDir), 'utf8')
    await expect
      .poll(() => readFileSync(holderIn(dataDir), 'utf8'), { timeout: 60_000, interval: 100 })
      .not.toBe(previousText)
    expect(readFileSync(holderIn(dataDir), 'utf8')).toHaveLength(previousText.length)
    lock.release()
  })

  test('reports that another holder has replaced it, and does not overwrite that lock', async ({
    expect,
  }) => {
    const dataDir = newDir()
    const lock = await lockDataDir(dataDir)
    const lost = new Promise<Error>((resolve) => lock.onLost(resolve))
    const aside = holderIn(dataDir)
    rmSync(aside)
    const { holder, end } = startForeign(dataDir, { beats: false })
    end()
    expect((await lost).message).toContain('was taken over by process 7 on host other-container')
    expect(lock.isStale()).toBe(true)
    await expect(lock.verify()).rejects.toThrow('was taken over')
    lock.release()
    expect(readFileSync(aside, 'utf8')).toBe(holderText({ ...holder, beat: 0 }))
  })

  test('reports that an earlier version in another container has taken the legacy lock', async ({
    expect,
  }) => {
    const dataDir = newDir()
    const lock = await lockDataDir(dataDir)
    const lost = new Promise<Error>((resolve) => lock.onLost(resolve))
    writeFileSync(lineIn(dataDir), '20 their-boot 77\n')
    expect((await lost).message).toContain('was taken over by process 20')
    lock.release()
    expect(readFileSync(lineIn(dataDir), 'utf8')).toBe('20 their-boot 77\n')
  })

  test('restores its lock if it was removed by hand', async ({ expect }) => {
    const dataDir = newDir()
    const lock = await lockDataDir(dataDir)
    rmSync(holderIn(dataDir))
    await expect.poll(() => readdirSync(dataDir)).toContain('timbre.holder')
    lock.release()
    expect(readdirSync(dataDir)).not.toContain('timbre.holder')
  })

  test('does not restore its lock once it is released, even with a heartbeat in flight', async ({
    expect,
  }) => {
    for (let attempt = 0; attempt < 20; attempt++) {
      const dataDir = newDir()
      const lock = await lockDataDir(dataDir)
      const heartbeat = lock.verify()
      if (attempt % 2) await Promise.resolve()
      lock.release()
      await heartbeat
      expect(readdirSync(dataDir).filter((name) => name !== 'timbre.flock')).toEqual([])
    }
  })
})

describe('isDataDirHeld', () => {
  test('is true while a living process holds the lock, separately for each lock', async ({ expect }) => {
    const dataDir = join(parent, 'held')
    expect(await isDataDirHeld(dataDir)).toBe(false)
    const lock = await lockDataDir(dataDir)
    expect([await isDataDirHeld(dataDir), await isDataDirHeld(dataDir, 'shell.lock')]).toEqual([true, false])
    lock.release()
    expect(await isDataDirHeld(dataDir)).toBe(false)
    writeFileSync(lineIn(dataDir), '999999999 some-boot 12345\n')
    expect(await isDataDirHeld(dataDir)).toBe(false)
  })
})
