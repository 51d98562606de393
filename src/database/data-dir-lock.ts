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
  /** Gives the directory back. */
  release(): void
  /** Whether the system's own file lock is held besides, which nobody can take from a process that has stopped. */
  hasFileLock: boolean
  /** Whether so long has passed since the last look that another process may have taken over meanwhile. */
  isStale(): boolean
  /** Looks now; throws when the lock is lost or cannot be read. */
  verify(): Promise<void>
  /** Called once, when another process has taken over: whatever writes has to end at once. */
  onLost(listener: (error: Error) => void): void
}

/**
 * Claims a data directory for this process, also among containers and machines that share it. Three things say who
 * has it: the system's file lock, a lock that names its holder, and in that lock a beat. A holder that is known to be
 * gone is followed at once. One of which nothing can be known from here is followed after ten seconds without a beat;
 * that the beat changes is what counts, and not its time, so that clocks need not agree.
 * Throws one plain line when another process holds the directory.
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
      writeLegacyLock(dataDir, files.line, holder)
    } catch (error) {
      rmSync(files.holder)
      throw error
    }
    const beating = startHeartbeat({ files, holder, hasFileLock: fileLock !== undefined })
    const release = () => {
      beating.stop()
      if (parseHolder(readIfThere(files.holder) ?? '')?.token === holder.token) rmSync(files.holder)
      if (readIfThere(files.line) === legacyHolderText(holder)) rmSync(files.line)
      fileLock?.release()
    }
    return { ...beating, release, hasFileLock: fileLock !== undefined }
  } catch (error) {
    fileLock?.release()
    throw error
  }
}

/** The lock of whoever has the database open, and that of a command of the shell which is going to open it. */
export type LockName = 'timbre.lock' | 'shell.lock'

/**
 * Whether a process that lives holds this data directory; one that is not there is held by nobody. Takes up to ten
 * seconds where only a beat can tell.
 */
export async function isDataDirHeld(dataDir: string, name: LockName = 'timbre.lock'): Promise<boolean> {
  const files = filesOf(dataDir, name)
  if (readLegacyHolder(files.line)) return true
  const found = readIfThere(files.holder)
  if (found === undefined) return false
  const verdict = holderState(parseHolder(found))
  if (verdict !== 'unknown') return verdict === 'lives'
  const free = lockFile(files.fileLock)
  if (free === 'held') return true
  free?.release()
  return (await watchHeartbeat(files.holder, found)) === 'beats'
}

/** The line `PID START` is what earlier versions look for; the other files they do not know. */
function filesOf(dataDir: string, name: LockName) {
  const base = join(dataDir, name.replace(/\.lock$/, ''))
  return { line: `${base}.lock`, holder: `${base}.holder`, fileLock: `${base}.flock` }
}

/** Whoever lives here and stands in the line. */
function readLegacyHolder(path: string): LockHolder | undefined {
  const holder = parseLegacyHolder(readIfThere(path) ?? '')
  return holder && holderState(holder) === 'lives' ? holder : undefined
}

/** The directory is ours already, except from a service of an earlier version. */
function writeLegacyLock(dataDir: string, path: string, ours: LockHolder): void {
  const earlier = readLegacyHolder(path)
  if (earlier) throw dataDirInUse(dataDir, earlier)
  const draft = `${path}.${ours.token}`
  writeFileSync(draft, legacyHolderText(ours), { mode: 0o644 })
  renameSync(draft, path)
}

/** A killed process lets go of it a little later than it is gone, and a look at it by others lasts milliseconds. */
async function takeFileLock(
  dataDir: string,
  files: ReturnType<typeof filesOf>,
): Promise<FileLock | undefined> {
  for (let waited = 0; ; waited += 50) {
    const taken = lockFile(files.fileLock)
    if (taken !== 'held') return taken
    const text = readIfThere(files.holder)
    const holder = parseHolder(text ?? '')
    const verdict = text === undefined ? 'gone' : holderState(holder)
    if (verdict === 'lives' || waited >= (verdict === 'gone' ? 5_000 : 500))
      throw dataDirInUse(dataDir, holder)
    await setTimeout(50)
  }
}

type TakeOptions = { ours: LockHolder; onWait: () => void }

/** Puts our name into the lock, in the place of nobody or of a holder that is gone. */
async function takeHolderLock(dataDir: string, path: string, { ours, onWait }: TakeOptions): Promise<void> {
  const draft = `${path}.${ours.token}`
  writeFileSync(draft, holderText(ours), { mode: 0o644 })
  try {
    for (let attempt = 1; !tryLink(draft, path); attempt++) {
      const found = readIfThere(path)
      if (found === undefined) continue
      const holder = parseHolder(found)
      const verdict = holderState(holder)
      if (verdict === 'lives' || attempt > 20) throw dataDirInUse(dataDir, holder)
      if (verdict === 'unknown') {
        onWait()
        const seen = await watchHeartbeat(path, found)
        if (seen === 'beats') throw dataDirInUse(dataDir, holder)
        if (seen === 'other') continue
      }
      removeStale(path, found, ours.token)
    }
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Waits out whether the holder beats; `other` says that the lock is gone meanwhile or has another holder. */
async function watchHeartbeat(path: string, found: string): Promise<'beats' | 'silent' | 'other'> {
  const holder = parseHolder(found)
  for (let waited = 0; waited < heartbeatTimeoutSeconds * 1_000; waited += 100) {
    await setTimeout(100)
    const now = readIfThere(path)
    if (now === found) continue
    const other = parseHolder(now ?? '')
    return other && other.token === holder?.token ? 'beats' : 'other'
  }
  return 'silent'
}

/** Links appear whole or not at all, so that nobody reads a lock that is half written. */
function tryLink(draft: string, path: string): boolean {
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Another starter may have replaced the stale lock since it was read; theirs is put back. */
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
  const isHere = holder !== undefined && (holder.token === '' || isSameNamespace(holder))
  const who = isHere
    ? `process ${holder.pid}. Stop that process`
    : `a service in another container or on another machine${holder ? ` (host ${holder.host})` : ''}. Stop that service`
  return new Error(`The data directory ${dataDir} is in use by ${who}, or set DATA_DIR to another directory.`)
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
