import { linkSync, rmSync, writeFileSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { type Holder, holderLine, holderText, readHolder } from './holder.ts'

/** How long others wait for a beat before they take over, in seconds. */
export const waitSeconds = 10

const beatSeconds = 2

/** After so long without a look at the lock, nothing is written before the next look. */
const staleSeconds = 6

export type BeatOptions = {
  files: Files
  holder: Holder
  /** Whether the system's file lock is held besides. */
  isFirm: boolean
}

type Files = { holder: string; line: string }

export type Beating = {
  stop(): void
  isStale(): boolean
  verify(): Promise<void>
  onLost(listener: (error: Error) => void): void
}

/** Shows that the holder of a lock lives, and notices when another process has taken it over. */
export function keepBeating(options: BeatOptions): Beating {
  const { files, holder, isFirm } = options
  const listeners: ((error: Error) => void)[] = []
  let beat = 0
  let seenAt = now()
  let underWay: Promise<void> | undefined
  let lost: Error | undefined
  let stopped = false

  /** Only a file that bears our token is written to, so that a late beat never hides a successor. */
  async function once(): Promise<void> {
    const began = now()
    try {
      await writeBeat(files, { ...holder, beat: ++beat })
      seenAt = began
    } catch (error) {
      if (!stopped && error instanceof TakenOver) lose(error)
    } finally {
      underWay = undefined
    }
  }

  function isStale(): boolean {
    return lost !== undefined || ageOf(seenAt) > staleSeconds * 1_000
  }

  function lose(error: Error): void {
    if (lost) return
    lost = error
    clearInterval(timer)
    for (const listener of listeners.splice(0)) listener(error)
  }

  const timer = setInterval(() => {
    if (!stopped) underWay ??= once()
  }, beatSeconds * 1_000).unref()

  return {
    stop() {
      stopped = true
      clearInterval(timer)
    },
    isStale,
    async verify() {
      // A look that began before a pause says nothing about what happened during it.
      for (let looks = 1; looks <= 2; looks++) {
        if (lost) throw lost
        underWay ??= once()
        await Promise.race([underWay, setTimeout(beatSeconds * 1_000, undefined, { ref: false })])
        if (lost) throw lost
        if (!isStale()) return
      }
      // A disk that gives no answer takes nothing away from us as long as the system holds the file lock for us.
      if (!isFirm) throw new Error(`${files.holder} cannot be read or written`)
    },
    onLost(listener) {
      if (lost) listener(lost)
      else listeners.push(listener)
    },
  }
}

class TakenOver extends Error {}

/** A lock that is gone is put back: nobody else has the directory as long as nobody else's is there. */
async function writeBeat({ holder: path, line }: Files, holder: Holder): Promise<void> {
  await checkLine(line, holder)
  const file = await open(path, 'r+').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return putBack(path, holder)
    throw error
  })
  if (!file) return
  try {
    const found = readHolder(await file.readFile('utf8'))
    if (found?.token !== holder.token) {
      const by = found ? `process ${found.pid} on host ${found.host}` : 'somebody else'
      throw new TakenOver(`The data directory was taken over by ${by}: ${path} is no longer ours.`)
    }
    await file.write(holderText(holder), 0)
  } finally {
    await file.close()
  }
}

/** A service of an earlier version, in another container, takes the line without looking at anything else. */
async function checkLine(path: string, holder: Holder): Promise<void> {
  const found = await readFile(path, 'utf8').catch(() => undefined)
  if (found === undefined || found === holderLine(holder)) return
  throw new TakenOver(
    `The data directory was taken over by process ${found.split(' ')[0]}: ${path} is no longer ours.`,
  )
}

function putBack(path: string, holder: Holder): undefined {
  const draft = `${path}.${holder.token}`
  try {
    writeFileSync(draft, holderText(holder), { mode: 0o644 })
    linkSync(draft, path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new TakenOver(`The data directory is gone: ${path} cannot be made again.`)
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
