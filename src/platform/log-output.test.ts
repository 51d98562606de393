import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, describe, test } from 'vitest'
import { openLogOutput } from './log-output.ts'

const folder = mkdtempSync(join(tmpdir(), 'timbre-log-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const newPath = (name: string) => join(mkdtempSync(join(folder, 'one-')), name)
const isLinux = process.platform === 'linux'
const line = (number: number) => `{"number":${number},"text":"${'x'.repeat(200)}"}\n`

/** A file system of 64 kB, if this user may create one. */
function mountTiny(): { path: string; unmount: () => void } | undefined {
  const path = newPath('tiny')
  mkdirSync(path)
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', path])
  return status === 0 ? { path, unmount: () => execFileSync('umount', ['--lazy', path]) } : undefined
}

describe.skipIf(!isLinux)('a log output', { concurrent: true }, () => {
  test('waits for space on a full disk, and says how many lines were lost', async ({ expect, skip }) => {
    const disk = mountTiny()
    if (!disk) return skip('This user may not mount')
    const filler = join(disk.path, 'filler')
    writeFileSync(filler, Buffer.alloc(60_000))
    const log = join(disk.path, 'log')
    const descriptor = openSync(log, 'a')
    const output = openLogOutput({ descriptors: [descriptor], file: newPath('log'), waitingBytes: 20_000 })
    for (let number = 0; number < 400; number++) output.write(line(number))
    await setTimeout(300)
    expect(output.dropped()).toBeGreaterThan(0)
    rmSync(filler)
    await expect.poll(() => readFileSync(log, 'utf8')).toContain('log lines were dropped')
    const lines = readFileSync(log, 'utf8').trim().split('\n')
    const numbers = lines.slice(0, -1).map((one) => JSON.parse(one).number)
    expect(numbers).toEqual(numbers.map((_, index) => index))
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ level: 'warn', dropped: 400 - numbers.length })
    expect(output.dropped()).toBe(400 - numbers.length)
    closeSync(descriptor)
    disk.unmount()
  })

  test('buffers a bounded number of lines for a reader that does not read, and continues with it', async ({
    expect,
  }) => {
    const fifo = newPath('fifo')
    execFileSync('mkfifo', [fifo])
    const descriptor = openSync(fifo, 'r+')
    const output = openLogOutput({ descriptors: [descriptor], file: newPath('log'), waitingBytes: 200_000 })
    for (let round = 0; round < 25; round++) {
      for (let number = 0; number < 200; number++) output.write(line(round * 200 + number))
      await setTimeout(1)
    }
    const dropped = output.dropped()
    expect(dropped).toBeGreaterThan(1_000)
    const reader = spawn('cat', [fifo])
    let received = ''
    reader.stdout.setEncoding('utf8').on('data', (text) => {
      received += text
    })
    await expect.poll(() => received).toContain('log lines were dropped')
    const lines = received
      .trim()
      .split('\n')
      .map((one) => JSON.parse(one))
    expect(lines.at(-1)).toMatchObject({ dropped })
    expect(lines).toHaveLength(5_000 - dropped + 1)
    reader.kill()
    closeSync(descriptor)
  })

  test('continues with the next target, line by line, if its reader is gone, and last with a file', async ({
    expect,
  }) => {
    const second = newPath('second')
    const file = newPath('log')
    const output = openLogOutput({ descriptors: [await closedPipe(), openSync(second, 'a')], file })
    for (let number = 0; number < 50; number++) output.write(line(number))
    await expect.poll(() => countLines(second)).toBe(50)
    expect(existsSync(file)).toBe(false)

    const last = openLogOutput({ descriptors: [await closedPipe(), await closedPipe()], file })
    for (let number = 0; number < 50; number++) last.write(line(number))
    await expect.poll(() => countLines(file)).toBe(50)
    expect([output.dropped(), last.dropped()]).toEqual([0, 0])
  })

  test('returns to a reader that is back', { tags: 'long' }, async ({ expect }) => {
    const fifo = newPath('fifo')
    execFileSync('mkfifo', [fifo])
    const file = newPath('log')
    const both = openSync(fifo, 'r+')
    const descriptor = openSync(fifo, 'w')
    closeSync(both)
    const output = openLogOutput({ descriptors: [descriptor], file })
    output.write(line(1))
    await expect.poll(() => countLines(file)).toBe(1)
    const reader = openSync(fifo, 'r+')
    await setTimeout(1_100)
    output.write(line(2))
    await setTimeout(300)
    expect(countLines(file)).toBe(1)
    closeSync(reader)
    closeSync(descriptor)
  })

  test('writes buffered lines at the end of the process', ({ expect }) => {
    const path = newPath('log')
    const output = openLogOutput({ descriptors: [openSync(path, 'a')], file: newPath('other') })
    for (let number = 0; number < 2_000; number++) output.write(line(number))
    output.flush()
    expect(countLines(path)).toBe(2_000)
  })

  test('keeps its own file at ten megabytes, and one predecessor', { tags: 'long' }, async ({ expect }) => {
    const file = newPath('log')
    writeFileSync(file, Buffer.alloc(10_000_001, '\n'))
    const output = openLogOutput({ descriptors: [await closedPipe()], file })
    output.write(line(1))
    await expect.poll(() => readFileSync(file, 'utf8')).toBe(line(1))
    expect(existsSync(`${file}.1`)).toBe(true)
  })
})

/** The writing end of a pipe without a reader. */
async function closedPipe(): Promise<number> {
  const fifo = newPath('fifo')
  execFileSync('mkfifo', [fifo])
  const both = openSync(fifo, 'r+')
  const descriptor = openSync(fifo, 'w')
  closeSync(both)
  return descriptor
}

function countLines(path: string): number {
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').length - 1 : 0
}
