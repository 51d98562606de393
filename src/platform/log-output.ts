import { closeSync, constants, fstatSync, openSync, renameSync, write, writeSync } from 'node:fs'
import { Socket } from 'node:net'

export type LogOutput = {
  /** Takes whole lines and returns at once. Never fails. */
  write(lines: string): void
  /** How many lines have been lost since the start. */
  dropped(): number
  /** Writes what waits, without waiting for a reader. For the end of the process. */
  flush(): void
}

export type LogOutputOptions = {
  /** Where lines go, in the order of preference: the next one is for when the reader of the one before is gone. */
  descriptors: readonly number[]
  /** The last resort: a file of at most 10 MB and its predecessor. */
  file: string
  /** Bytes that wait at most; lines beyond are counted and dropped. */
  waitingBytes?: number
}

type LogTarget = { open: () => number; isFile: boolean; descriptor?: number }

/**
 * Writes log lines so that a log that cannot be written never harms the service. A full disk and a reader that does
 * not read are waited for, with a bounded number of lines in memory; a reader that is gone is replaced. As soon as
 * lines can be written again, one of them says how many were lost.
 */
export function openLogOutput(options: LogOutputOptions): LogOutput {
  const { descriptors, file, waitingBytes = 8_000_000 } = options
  const targets: LogTarget[] = [
    ...descriptors.map((descriptor) => ({ open: () => nonBlocking(descriptor), isFile: false })),
    { open: () => openSync(file, 'a', 0o600), isFile: true },
  ]
  let current = 0
  let firstTriedAt = 0
  /** Lines that were just written, and before them those that have been packed. Packed ones cost what they measure. */
  let fresh: string[] = []
  let freshSize = 0
  let packed: Buffer[] = []
  let packedSize = 0
  let [lostCount, reportedCount] = [0, 0]
  /** What is being written, and how much of it has been. */
  let chunk: Buffer = Buffer.alloc(0)
  let done = 0
  let isBusy = false

  function take(lines: string): void {
    if (packedSize + freshSize + lines.length > waitingBytes) {
      lostCount += countLines(lines)
      return
    }
    fresh.push(lines)
    freshSize += lines.length
    if (freshSize >= chunkBytes) pack()
    if (!isBusy) {
      isBusy = true
      // Lines of the same moment are written together.
      setImmediate(next)
    }
  }

  function pack(): void {
    if (fresh.length === 0) return
    const bytes = Buffer.from(fresh.join(''))
    packed.push(bytes)
    packedSize += bytes.length
    fresh = []
    freshSize = 0
  }

  /** The next piece of what waits, of whole lines. */
  function refill(): boolean {
    if (done < chunk.length) return true
    if (packed.length === 0) pack()
    const [first, ...others] = packed
    if (!first && lostCount === reportedCount) return false
    // Lines were lost after those that waited.
    chunk = first ?? Buffer.from(lostLine(lostCount - reportedCount))
    if (!first) reportedCount = lostCount
    packed = others
    packedSize -= first?.length ?? 0
    done = 0
    return true
  }

  function next(): void {
    if (!refill()) {
      isBusy = false
      return
    }
    if (current > 0 && Date.now() - firstTriedAt >= retryMilliseconds) setCurrent(0)
    const target = targets[current] as LogTarget
    try {
      target.descriptor ??= target.open()
      if (target.isFile) rotate(target, file)
    } catch (error) {
      onError(error as NodeJS.ErrnoException)
      return
    }
    write(target.descriptor as number, chunk, done, (error, count) => {
      if (error) {
        onError(error)
        return
      }
      done += count
      next()
    })
  }

  function onError({ code = '' }: NodeJS.ErrnoException): void {
    const isGone = goneCodes.has(code)
    if (isGone && current < targets.length - 1) {
      setCurrent(current + 1)
      next()
    }
    // A reader that does not keep up; else a full disk and the like.
    else setTimeout(next, code === 'EAGAIN' ? 50 : retryMilliseconds).unref()
  }

  /** What was begun is begun anew elsewhere, so that every line is whole in one place. */
  function setCurrent(index: number): void {
    if (current === 0) firstTriedAt = Date.now()
    if (index !== current) done = done === 0 ? 0 : chunk.lastIndexOf(0x0a, done - 1) + 1
    current = index
    if (index === 0) firstTriedAt = Date.now()
  }

  function flush(): void {
    const deadline = Date.now() + flushMilliseconds
    while (refill() && Date.now() < deadline) {
      const target = targets[current] as LogTarget
      try {
        target.descriptor ??= target.open()
        done += writeSync(target.descriptor, chunk, done)
      } catch (error) {
        const { code = '' } = error as NodeJS.ErrnoException
        if (goneCodes.has(code) && current < targets.length - 1) setCurrent(current + 1)
        else if (code === 'EAGAIN') Atomics.wait(pause, 0, 0, 5)
        else return
      }
    }
  }

  return { write: take, dropped: () => lostCount, flush }
}

const retryMilliseconds = 1_000
const flushMilliseconds = 500
const chunkBytes = 65_536
const largestFile = 10_000_000
const pause = new Int32Array(new SharedArrayBuffer(4))

/** The reader has closed its end, or there never was one. */
const goneCodes = new Set(['EPIPE', 'EBADF', 'ECONNRESET', 'ENOTCONN', 'ENXIO'])

function lostLine(count: number): string {
  const ts = new Date().toISOString()
  return `${JSON.stringify({ level: 'warn', ts, dropped: count, msg: 'log lines were dropped' })}\n`
}

function countLines(lines: string): number {
  return lines.split('\n').length - 1
}

/**
 * The same place, written to without waiting: otherwise a reader that does not read would keep one of the few threads
 * that read and write files. A pipe is opened anew, because others may share the way it was opened.
 */
function nonBlocking(descriptor: number): number {
  const found = fstatSync(descriptor)
  if (found.isSocket()) new Socket({ fd: descriptor, readable: false }).on('error', () => {}).unref()
  if (!found.isFIFO() || process.platform !== 'linux') return descriptor
  try {
    return openSync(`/proc/self/fd/${descriptor}`, constants.O_WRONLY | constants.O_NONBLOCK)
  } catch {
    return descriptor
  }
}

function rotate(target: LogTarget, file: string): void {
  if (target.descriptor === undefined || fstatSync(target.descriptor).size < largestFile) return
  closeSync(target.descriptor)
  target.descriptor = undefined as never
  renameSync(file, `${file}.1`)
  target.descriptor = target.open()
}
