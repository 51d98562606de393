import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type FileLock, lockFile } from './file-lock.ts'
import { heartbeatTimeoutSeconds, startHeartbeat } from './heartbeat.ts'
import {
  describeThisProcess,
  holderState,
  holderText,
  isSameNamespace,
  type LockHolder,
  legacyHolderText,
  parseHolder,
  parseLegacyHolder,
} from './lock-holder.ts'

export type DataDirLock = {
  /** Releases the directory. */
  release(): void
  /** Whether the system's file lock is held as well, which no one can take from a suspended process. */
  hasFileLock: boolean
  /** Whether the last check was so long ago that another process may have taken over meanwhile. */
  isStale(): boolean
  /** Checks now. Throws if the lock is lost or can't be read. */
  verify(): Promise<void>
  /** Called once, when another process has taken over. All writers must stop immediately. */
  onLost(listener: (error: Error) => void): void
}

/**
 * Locks a data directory for this process, also against containers and machines that share it. Three things show who
 * holds it: the system's file lock, a lock file that names its holder, and a heartbeat in that file. A holder that is
 * known to be gone is replaced right away. If its state can't be determined from here, it is replaced after ten seconds
 * without a heartbeat. What counts is that the heartbeat changes, not its time, so clocks don't have to agree.
 * Throws a one-line error if another process holds the directory.
 */
export async function lockDataDir(
  dataDir: string,
  name: LockName = 'timbre.lock',
  onWait = () => {},
): Promise<DataDirLock> {
  mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  const files = filesOf(dataDir, name)
  const fileLock = await takeFileLock(dataDir, files)
  try {
    const holder = describeThisProcess()
    await takeHolderLock(dataDir, files.holder, { ours: holder, onWait })
    try {
      writeLegacyLock(dataDir, files.legacy, holder)
    } catch (error) {
      rmSync(files.holder)
      throw error
    }
    const heartbeat = startHeartbeat({ files, holder, hasFileLock: fileLock !== undefined })
    const release = () => {
      heartbeat.stop()
      if (parseHolder(readIfThere(files.holder) ?? '')?.token === holder.token) rmSync(files.holder)
      if (readIfThere(files.legacy) === legacyHolderText(holder)) rmSync(files.legacy)
      fileLock?.release()
    }
    return { ...heartbeat, release, hasFileLock: fileLock !== undefined }
  } catch (error) {
    fileLock?.release()
    throw error
  }
}

/** The lock of the process that has the database open, and the lock of a shell command that is about to open it. */
export type LockName = 'timbre.lock' | 'shell.lock'

/**
 * Whether a living process holds this data directory. False if the directory doesn't exist. Takes up to ten seconds if
 * only a heartbeat can tell.
 */
export async function isDataDirHeld(dataDir: string, name: LockName = 'timbre.lock'): Promise<boolean> {
  const files = filesOf(dataDir, name)
  if (readLegacyHolder(files.legacy)) return true
  const text = readIfThere(files.holder)
  if (text === undefined) return false
  const state = holderState(parseHolder(text))
  if (state !== 'unknown') return state === 'lives'
  const fileLock = lockFile(files.fileLock)
  if (fileLock === 'held') return true
  fileLock?.release()
  return (await watchHeartbeat(files.holder, text)) === 'beats'
}

/** Earlier versions only look at the legacy file, with the line `PID START`. They don't use the other files. */
function filesOf(dataDir: string, name: LockName) {
  const base = join(dataDir, name.replace(/\.lock$/, ''))
  return { legacy: `${base}.lock`, holder: `${base}.holder`, fileLock: `${base}.flock` }
}

/** The holder in the legacy file, if it is alive on this machine. */
function readLegacyHolder(path: string): LockHolder | undefined {
  const holder = parseLegacyHolder(readIfThere(path) ?? '')
  return holder && holderState(holder) === 'lives' ? holder : undefined
}

/** The directory is already ours, unless a service of an earlier version has it. */
function writeLegacyLock(dataDir: string, path: string, ours: LockHolder): void {
  const legacyHolder = readLegacyHolder(path)
  if (legacyHolder) throw dataDirInUse(dataDir, legacyHolder)
  const draft = `${path}.${ours.token}`
  writeFileSync(draft, legacyHolderText(ours), { mode: 0o644 })
  renameSync(draft, path)
}

/** Retries, because a killed process releases the lock a little later, and other processes test it for milliseconds. */
async function takeFileLock(
  dataDir: string,
  files: ReturnType<typeof filesOf>,
): Promise<FileLock | undefined> {
  const began = performance.now()
  for (;;) {
    const lock = lockFile(files.fileLock)
    if (lock !== 'held') return lock
    const text = readIfThere(files.holder)
    const holder = parseHolder(text ?? '')
    const state = text === undefined ? 'gone' : holderState(holder)
    const waited = performance.now() - began
    if (state === 'lives' || waited >= (state === 'gone' ? 5_000 : 500)) throw dataDirInUse(dataDir, holder)
    await setTimeout(50)
  }
}

type TakeOptions = { ours: LockHolder; onWait: () => void }

/** Writes our name into the lock file, if it is free or its holder is gone. */
async function takeHolderLock(dataDir: string, path: string, { ours, onWait }: TakeOptions): Promise<void> {
  const draft = `${path}.${ours.token}`
  writeFileSync(draft, holderText(ours), { mode: 0o644 })
  try {
    for (let attempt = 1; !tryLink(draft, path); attempt++) {
      const text = readIfThere(path)
      if (text === undefined) continue
      const holder = parseHolder(text)
      const state = holderState(holder)
      if (state === 'lives' || attempt > 20) throw dataDirInUse(dataDir, holder)
      if (state === 'unknown') {
        onWait()
        const heartbeat = await watchHeartbeat(path, text)
        if (heartbeat === 'beats') throw dataDirInUse(dataDir, holder)
        if (heartbeat === 'other') continue
      }
      removeStale(path, text, ours.token)
    }
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Waits to see whether the holder has a heartbeat. `other`: the lock was released or has another holder now. */
async function watchHeartbeat(path: string, initial: string): Promise<'beats' | 'silent' | 'other'> {
  const holder = parseHolder(initial)
  for (let waited = 0; waited < heartbeatTimeoutSeconds * 1_000; waited += 100) {
    await setTimeout(100)
    const current = readIfThere(path)
    if (current === initial) continue
    const holderNow = parseHolder(current ?? '')
    return holderNow && holderNow.token === holder?.token ? 'beats' : 'other'
  }
  return 'silent'
}

/** A link is created atomically, so no one reads a half-written lock. */
function tryLink(draft: string, path: string): boolean {
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Another process may have replaced the stale lock since it was read. Its lock is put back. */
function removeStale(path: string, stale: string, token: string): void {
  const aside = `${path}.stale.${token}`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  if (readIfThere(aside) !== stale) tryLink(aside, path)
  rmSync(aside, { force: true })
}

function dataDirInUse(dataDir: string, holder: LockHolder | undefined): Error {
  const isOnThisMachine = holder !== undefined && (holder.token === '' || isSameNamespace(holder))
  const holderName = isOnThisMachine
    ? `process ${holder.pid}. Stop that process`
    : `a service in another container or on another machine${holder ? ` (host ${holder.host})` : ''}. Stop that service`
  return new Error(
    `The data directory ${dataDir} is in use by ${holderName}, or set DATA_DIR to another directory.`,
  )
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
