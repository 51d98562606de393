import { linkSync, rmSync, writeFileSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { holderText, type LockHolder, legacyHolderText, parseHolder } from './lock-holder.ts'

/** How long others wait for a beat before they take over, in seconds. */
export const heartbeatTimeoutSeconds = 10

const beatSeconds = 2

/** After so long without a look at the lock, nothing is written before the next look. */
const staleSeconds = 6

export type HeartbeatOptions = {
  files: Files
  holder: LockHolder
  /** Whether the system's file lock is held besides. */
  hasFileLock: boolean
}

type Files = { holder: string; line: string }

export type Heartbeat = {
  stop(): void
  isStale(): boolean
  verify(): Promise<void>
  onLost(listener: (error: Error) => void): void
}

/** Shows that the holder of a lock lives, and notices when another process has taken it over. */
export function startHeartbeat(options: HeartbeatOptions): Heartbeat {
  const { files, holder, hasFileLock } = options
  const listeners: ((error: Error) => void)[] = []
  let beat = 0
  let seenAt = now()
  let inFlight: Promise<void> | undefined
  let lost: Error | undefined
  let stopped = false

  /** Only a file that bears our token is written to, so that a late beat never hides a successor. */
  async function beatOnce(): Promise<void> {
    const began = now()
    try {
      await writeBeat(files, { ...holder, beat: ++beat })
      seenAt = began
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
      // A look that began before a pause says nothing about what happened during it.
      for (let attempt = 1; attempt <= 2; attempt++) {
        if (lost) throw lost
        inFlight ??= beatOnce()
        await Promise.race([inFlight, setTimeout(beatSeconds * 1_000, undefined, { ref: false })])
        if (lost) throw lost
        if (!isStale()) return
      }
      // A disk that gives no answer takes nothing away from us as long as the system holds the file lock for us.
      if (!hasFileLock) throw new Error(`${files.holder} cannot be read or written`)
    },
    onLost(listener) {
      if (lost) listener(lost)
      else listeners.push(listener)
    },
  }
}

class LockTakenOver extends Error {}

/** A lock that is gone is put back: nobody else has the directory as long as nobody else's is there. */
async function writeBeat({ holder: path, line }: Files, holder: LockHolder): Promise<void> {
  await checkLegacyLock(line, holder)
  const file = await open(path, 'r+').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return restoreLock(path, holder)
    throw error
  })
  if (!file) return
  try {
    const found = parseHolder(await file.readFile('utf8'))
    if (found?.token !== holder.token) {
      const by = found ? `process ${found.pid} on host ${found.host}` : 'somebody else'
      throw new LockTakenOver(`The data directory was taken over by ${by}: ${path} is no longer ours.`)
    }
    await file.write(holderText(holder), 0)
  } finally {
    await file.close()
  }
}

/** A service of an earlier version, in another container, takes the line without looking at anything else. */
async function checkLegacyLock(path: string, holder: LockHolder): Promise<void> {
  const found = await readFile(path, 'utf8').catch(() => undefined)
  if (found === undefined || found === legacyHolderText(holder)) return
  throw new LockTakenOver(
    `The data directory was taken over by process ${found.split(' ')[0]}: ${path} is no longer ours.`,
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

/** By both clocks of this machine: one of them stands still while the machine sleeps. */
function now() {
  return { steady: performance.now(), wall: Date.now() }
}

function ageOf(moment: ReturnType<typeof now>): number {
  return Math.max(performance.now() - moment.steady, Math.abs(Date.now() - moment.wall))
}
