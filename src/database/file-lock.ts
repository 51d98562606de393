import { spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'

export type FileLock = {
  /** The lock lasts until the last process with this descriptor has closed it or ended. */
  descriptor: number
  release(): void
}

/**
 * Locks a file for this process. `held` if another process has it; undefined if the system or file system has no such
 * locks. The kernel manages them, so they work between containers, and between machines if the file system supports it.
 * Node has no API for this: the command `flock` locks our inherited descriptor, and the lock stays with the descriptor
 * after the command has ended.
 */
export function lockFile(path: string): FileLock | 'held' | undefined {
  if (process.platform !== 'linux') return undefined
  const descriptor = openLock(path)
  if (descriptor === undefined) return undefined
  const result = spawnSync('flock', ['-n', '3'], {
    cwd: '/',
    env: { PATH: systemPath },
    timeout: 5_000,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe', descriptor],
  })
  if (result.status === 0) return { descriptor, release: callOnce(() => closeSync(descriptor)) }
  closeSync(descriptor)
  // If the file is locked, flock prints nothing. Otherwise it prints what is wrong.
  return result.status === 1 && result.stderr === '' ? 'held' : undefined
}

function callOnce(act: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) act()
    isDone = true
  }
}

const systemPath = '/usr/bin:/bin:/usr/local/bin:/run/current-system/sw/bin'

/** Network file systems only lock files that are open for writing. Mode 0600 keeps other users from locking us out. */
function openLock(path: string): number | undefined {
  try {
    return openSync(path, 'a', 0o600)
  } catch {
    return undefined
  }
}
