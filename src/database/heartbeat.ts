import { linkSync, rmSync, writeFileSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { holderText, type LockHolder, legacyHolderText, parseHolder } from './lock-holder.ts'

/** How long other processes wait for a heartbeat before they take over, in seconds. */
export const heartbeatTimeoutSeconds = 10

const beatSeconds = 2

/** After this time without checking the lock, it is checked again before anything is written. */
const staleSeconds = 6

export type HeartbeatOptions = {
  files: Files
  holder: LockHolder
  /** Whether the system's file lock is held as well. */
  hasFileLock: boolean
}

type Files = { holder: string; legacy: string }

export type Heartbeat = {
  stop(): void
  isStale(): boolean
  verify(): Promise<void>
  onLost(listener: (error: Error) => void): void
}

/** Shows that the holder of a lock is alive, and notices if another process has taken it over. */
export function startHeartbeat(options: HeartbeatOptions): Heartbeat {
  const { files, holder, hasFileLock } = options
  const listeners: ((error: Error) => void)[] = []
  let beat = 0
  let seenAt = now()
  let inFlight: Promise<void> | undefined
  let lost: Error | undefined
  let stopped = false

  /** Writes only to a file with our token, so that a late heartbeat never overwrites a successor. */
  async function beatOnce(): Promise<void> {
    const startedAt = now()
    try {
      await writeBeat(files, { ...holder, beat: ++beat }, () => stopped)
      seenAt = startedAt
    } catch (error) {
      if (!stopped && error instanceof LockTakenOver) markLost(error)
    } finally {
      inFlight = undefined
    }
  }

  function isStale(): boolean {
    return lost !== undefined || ageOf(seenAt) > staleSeconds * 1_000
  }

  function markLost(error: Error): void {
    if (lost) return
    lost = error
    clearInterval(timer)
    for (const listener of listeners.splice(0)) listener(error)
  }

  const timer = setInterval(() => {
    if (!stopped) inFlight ??= beatOnce()
  }, beatSeconds * 1_000).unref()

  return {
    stop() {
      stopped = true
      clearInterval(timer)
    },
    isStale,
    async verify() {
      // A check that began before a suspension says nothing about what happened during it.
      for (let attempt = 1; attempt <= 2; attempt++) {
        if (lost) throw lost
        inFlight ??= beatOnce()
        await Promise.race([inFlight, setTimeout(beatSeconds * 1_000, undefined, { ref: false })])
        if (lost) throw lost
        if (!isStale()) return
      }
      // If the disk doesn't respond, the directory is still ours as long as we have the system's file lock.
      if (!hasFileLock) throw new Error(`${files.holder} cannot be read or written`)
    },
    onLost(listener) {
      if (lost) listener(lost)
      else listeners.push(listener)
    },
  }
}

class LockTakenOver extends Error {}

/** A missing lock file is restored: unless another process has a lock there, the directory is still ours. */
async function writeBeat(
  { holder: path, legacy }: Files,
  holder: LockHolder,
  isStopped: () => boolean,
): Promise<void> {
  await checkLegacyLock(legacy, holder)
  const file = await open(path, 'r+').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    // A heartbeat that is in flight while the lock is released must not restore it.
    return isStopped() ? undefined : restoreLock(path, holder)
  })
  if (!file) return
  try {
    const current = parseHolder(await file.readFile('utf8'))
    if (current?.token !== holder.token) {
      const taker = current ? `process ${current.pid} on host ${current.host}` : 'another process'
      throw new LockTakenOver(`The data directory was taken over by ${taker}: ${path} is no longer ours.`)
    }
    await file.write(holderText(holder), 0)
  } finally {
    await file.close()
  }
}

/** A service of an earlier version, in another container, takes the legacy lock without checking anything else. */
async function checkLegacyLock(path: string, holder: LockHolder): Promise<void> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined || text === legacyHolderText(holder)) return
  throw new LockTakenOver(
    `The data directory was taken over by process ${text.split(' ')[0]}: ${path} is no longer ours.`,
  )
}

function restoreLock(path: string, holder: LockHolder): undefined {
  const draft = `${path}.${holder.token}`
  try {
    writeFileSync(draft, holderText(holder), { mode: 0o644 })
    linkSync(draft, path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT')
      throw new LockTakenOver(`The data directory is gone: ${path} cannot be made again.`)
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Both clocks, because one of them stops while the machine sleeps. */
function now() {
  return { steady: performance.now(), wall: Date.now() }
}

function ageOf(moment: ReturnType<typeof now>): number {
  return Math.max(performance.now() - moment.steady, Math.abs(Date.now() - moment.wall))
}
