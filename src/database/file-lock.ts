import { spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'

export type FileLock = {
  /** The lock lasts as long as any process has this descriptor open, and ends with the last one however that ends. */
  descriptor: number
  release(): void
}

/**
 * Locks a file for this process, or says that another one has it. Undefined where this system or file system has no
 * such locks. The kernel keeps them, so they hold between containers, and between machines where the file system
 * passes them on. Node cannot ask for one: the command `flock` does it on our descriptor, which it inherits, and the
 * lock stays with the descriptor when the command has ended.
 */
export function lockFile(path: string): FileLock | 'held' | undefined {
  if (process.platform !== 'linux') return undefined
  const descriptor = openLock(path)
  if (descriptor === undefined) return undefined
  const asked = spawnSync('flock', ['-n', '3'], {
    ...{ cwd: '/', env: { PATH: systemPath }, timeout: 5_000, encoding: 'utf8' },
    stdio: ['ignore', 'ignore', 'pipe', descriptor],
  })
  if (asked.status === 0) return { descriptor, release: callOnce(() => closeSync(descriptor)) }
  closeSync(descriptor)
  // In vain because of another lock it says nothing; otherwise it says what is missing.
  return asked.status === 1 && asked.stderr === '' ? 'held' : undefined
}

function callOnce(act: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) act()
    isDone = true
  }
}

const systemPath = '/usr/bin:/bin:/usr/local/bin:/run/current-system/sw/bin'

/** Network file systems lock only what is open for writing. Nobody else may lock it and so keep us out. */
function openLock(path: string): number | undefined {
  try {
    return openSync(path, 'a', 0o600)
  } catch {
    return undefined
  }
}
