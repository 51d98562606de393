import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Claims a data directory for this process and returns the function that gives it back. A lock whose
 * process is gone is taken over; the start time tells a process from a later one with the same number.
 * Throws one plain line when another process holds it.
 */
export function lockDataDir(dataDir: string, name: LockName = 'timbre.lock'): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  const path = join(dataDir, name)
  const own = `${process.pid} ${startOf(process.pid)}\n`
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, own, { mode: 0o644 })
  try {
    for (let attempt = 1; !linked(draft, path); attempt++) {
      const found = readIfThere(path)
      if (found !== undefined && (isHeld(found) || attempt > 20)) throw inUse(dataDir, found)
      if (found !== undefined) removeStale(path, found)
    }
  } finally {
    rmSync(draft, { force: true })
  }
  return () => {
    if (readIfThere(path) === own) rmSync(path, { force: true })
  }
}

/** The lock of whoever has the database open, and that of a command of the shell which is going to open it. */
export type LockName = 'timbre.lock' | 'shell.lock'

/** Whether a process that lives holds this data directory; one that is not there is held by nobody. */
export function isDataDirHeld(dataDir: string, name: LockName = 'timbre.lock'): boolean {
  const found = readIfThere(join(dataDir, name))
  return found !== undefined && isHeld(found)
}

/** Links appear whole or not at all, so that nobody reads a lock that is half written. */
function linked(draft: string, path: string): boolean {
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function isHeld(content: string): boolean {
  const [pid, ...start] = content.trim().split(' ')
  const current = startOf(Number(pid))
  return current !== undefined && current === start.join(' ')
}

/** Another starter may have replaced the stale lock since it was read; theirs is put back. */
function removeStale(path: string, stale: string): void {
  const aside = `${path}.stale.${process.pid}`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  if (readIfThere(aside) !== stale) linked(aside, path)
  rmSync(aside, { force: true })
}

function inUse(dataDir: string, content: string): Error {
  const pid = content.trim().split(' ')[0]
  return new Error(
    `The data directory ${dataDir} is in use by process ${pid}. Stop that process, or set DATA_DIR to another directory.`,
  )
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** When a process started, in the words of its system; undefined when there is no such process. */
function startOf(pid: number): string | undefined {
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  try {
    if (process.platform === 'linux') {
      // Field 22 counts from the boot; the name in field 2 may itself hold spaces and brackets.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
      if (fields[0] === 'Z') return undefined
      return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fields[19]}`
    }
    process.kill(pid, 0)
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch (error) {
    // Windows has no ps: there a living process counts as the holder.
    return (error as NodeJS.ErrnoException).code === 'ENOENT' && process.platform === 'win32'
      ? 'alive'
      : undefined
  }
}
