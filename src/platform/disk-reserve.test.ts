import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keepSpareFile, onePerDisk, spareFile, watchDisk, watchDisks } from './disk-reserve.ts'

const megabyte = 1024 * 1024

async function watchWith(reserveMegabytes: number, sizeMegabytes: number) {
  const space = { free: sizeMegabytes * megabyte, size: sizeMegabytes * megabyte }
  const lines: string[] = []
  const log = { warn: (_: object, message: string) => void lines.push(message) }
  const watch = watchDisk({ dir: '/', reserveMegabytes, log, readSpace: async () => space })
  const isLowWith = async (freeMegabytes: number) => {
    space.free = freeMegabytes * megabyte
    await watch.look()
    return watch.isLow()
  }
  watch.stop()
  return { isLowWith, lines, isFull: watch.isFull }
}

test('a disk is short of space below the reserve, and no longer a tenth above it', async () => {
  const { isLowWith, lines } = await watchWith(512, 100_000)
  expect(await isLowWith(513)).toBe(false)
  expect(await isLowWith(511)).toBe(true)
  expect(await isLowWith(550)).toBe(true)
  expect(await isLowWith(570)).toBe(false)
  expect(lines).toEqual([
    'the disk is short of space: work for many people is refused',
    'the disk has space again',
  ])
})

test('a disk is full below 32 MB, and no longer a tenth above it', async () => {
  const { isLowWith, isFull, lines } = await watchWith(512, 100_000)
  for (const [free, expected] of [
    [33, false],
    [31, true],
    [34, true],
    [36, false],
    [600, false],
  ] as const) {
    await isLowWith(free)
    expect([free, isFull()]).toEqual([free, expected])
  }
  expect(lines).toEqual([
    'the disk is short of space: work for many people is refused',
    'the disk is full: changes are refused',
    'the disk is short of space: work for many people is refused',
    'the disk has space again',
  ])
})

test('of several disks the fullest counts, each disk once', async () => {
  const dirs = await onePerDisk(['/proc', '/proc/self', '/no such folder', '/'])
  expect(dirs).toEqual(['/proc', '/'])
  const readSpace = async (dir: string) => ({ free: dir === '/' ? 0 : 1e9, size: 1e12 })
  const disks = watchDisks(dirs, { reserveMegabytes: 512, log: { warn() {} }, readSpace })
  await disks.look()
  disks.stop()
  expect([disks.isLow(), disks.isFull()]).toEqual([true, true])
})

test('on a small disk the reserve is 5% of it, and 0 turns it off', async () => {
  const small = await watchWith(512, 2_000)
  expect(await small.isLowWith(101)).toBe(false)
  expect(await small.isLowWith(99)).toBe(true)
  expect(await (await watchWith(0, 2_000)).isLowWith(0)).toBe(false)
})

test('a spare file is written once, and only where there is room', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'spare-'))
  const path = join(dir, spareFile)
  await keepSpareFile(dir, async () => ({ free: 100 * megabyte, size: 0 }))
  await expect(stat(path)).rejects.toThrow('ENOENT')
  await keepSpareFile(dir)
  const first = await stat(path)
  expect(first.size).toBe(64 * megabyte)
  expect(first.blocks * 512).toBeGreaterThanOrEqual(64 * megabyte)
  await keepSpareFile(dir)
  expect((await stat(path)).mtimeMs).toBe(first.mtimeMs)
  await rm(dir, { recursive: true })
})
