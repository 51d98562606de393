import { closeSync, constants, fstatSync, openSync, renameSync, write, writeSync } from 'node:fs'
import { Socket } from 'node:net'

export type LogOutput = {
  /** Accepts complete lines and returns immediately. Never fails. */
  write(lines: string): void
  /** Number of lines lost since the start. */
  dropped(): number
  /** Writes buffered lines without waiting for a slow reader. For the end of the process. */
  flush(): void
}

export type LogOutputOptions = {
  /** Where lines go, in order of preference. The next one is used if the reader of the previous one is gone. */
  descriptors: readonly number[]
  /** Last resort: a file of at most 10 MB, and its predecessor. */
  file: string
  /** Maximum number of buffered bytes. Further lines are counted and dropped. */
  waitingBytes?: number
}

type LogTarget = { open: () => number; isFile: boolean; descriptor?: number }

/**
 * Writes log lines so that a log that can't be written never harms the service. On a full disk or with a slow reader,
 * lines are buffered up to a limit. If a reader is gone, the next target is used. Once lines can be written again, one
 * of them says how many were lost.
 */
export function openLogOutput(options: LogOutputOptions): LogOutput {
  const { descriptors, file, waitingBytes = 8_000_000 } = options
  const targets: LogTarget[] = [
    ...descriptors.map((descriptor) => ({ open: () => nonBlocking(descriptor), isFile: false })),
    { open: () => openSync(file, 'a', 0o600), isFile: true },
  ]
  let current = 0
  let firstTriedAt = 0
  /** Lines that were just written, and the earlier ones packed into buffers, whose memory is exactly their size. */
  let fresh: string[] = []
  let freshSize = 0
  let packed: Buffer[] = []
  let packedSize = 0
  let [lostLines, reportedLines] = [0, 0]
  /** The chunk being written, and how much of it is done. */
  let chunk: Buffer = Buffer.alloc(0)
  let done = 0
  let isBusy = false
  let pauseMilliseconds = 1

  function take(lines: string): void {
    if (packedSize + freshSize + lines.length > waitingBytes) {
      lostLines += countLines(lines)
      return
    }
    fresh.push(lines)
    freshSize += lines.length
    if (freshSize >= chunkBytes) pack()
    if (!isBusy) {
      isBusy = true
      setTimeout(next, gatheringMilliseconds)
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

  /** Loads the next chunk of complete lines. */
  function refill(): boolean {
    if (done < chunk.length) return true
    if (packed.length === 0) pack()
    const [first, ...rest] = packed
    if (!first && lostLines === reportedLines) return false
    // The lost lines came after those in the buffer.
    chunk = first ?? Buffer.from(lostLine(lostLines - reportedLines))
    if (!first) reportedLines = lostLines
    packed = rest
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
      pauseMilliseconds = 1
      next()
    })
  }

  function onError({ code = '' }: NodeJS.ErrnoException): void {
    const isGone = goneCodes.has(code)
    if (isGone && current < targets.length - 1) {
      setCurrent(current + 1)
      next()
    }
    // A full disk or the like.
    else if (code !== 'EAGAIN') setTimeout(next, retryMilliseconds).unref()
    // The pipe is full: a reader that is at work empties it within moments, one that isn't may take hours.
    else {
      setTimeout(next, pauseMilliseconds).unref()
      pauseMilliseconds = Math.min(2 * pauseMilliseconds, longestPauseMilliseconds)
    }
  }

  /** Starts the current line again on the new target, so that every line is complete in one place. */
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

  return { write: take, dropped: () => lostLines, flush }
}

/**
 * Lines of one moment are written together: a write by a thread of its own takes more of the processor than the line did.
 * A process that is killed loses the lines of this time.
 */
const gatheringMilliseconds = 5
const retryMilliseconds = 1_000
const longestPauseMilliseconds = 50
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
 * The same target, opened for non-blocking writes: otherwise a reader that doesn't read would block one of the few
 * threads for file I/O. A pipe is reopened, because other processes may share its open file description.
 */
function nonBlocking(descriptor: number): number {
  const stats = fstatSync(descriptor)
  if (stats.isSocket()) new Socket({ fd: descriptor, readable: false }).on('error', () => {}).unref()
  if (!stats.isFIFO() || process.platform !== 'linux') return descriptor
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
