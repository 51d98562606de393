import { readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type FileLock, lockFile } from './file-lock.ts'
import { isPostmasterOf, isRunning, listServers } from './server-process.ts'

export type ClusterClaim = {
  /** Passed to the started server, so that the claim lasts as long as any of its processes. */
  descriptor: number | undefined
  release(): void
}

/**
 * Claims a cluster for a server that is about to start. Servers left running by an earlier service are stopped.
 * PostgreSQL's own lock file contains a process ID, which means nothing in another container, so it isn't trusted. It
 * is removed only if no server has the cluster, as far as the system can tell.
 * Throws a one-line error if a server that we may not stop has the cluster.
 */
export async function claimCluster(dir: string): Promise<ClusterClaim> {
  await stopServers(dir)
  if (listServers(dir).some(({ isOtherContainer }) => isOtherContainer) || (await isListening(dir)))
    throw runsElsewhereError(dir)
  const lock = await takeServerLock(dir)
  const pid = recordedPid(dir)
  // After a container restart another process may have this ID, and PostgreSQL would mistake it for a running server.
  if (pid !== undefined && isRunning(pid)) rmSync(join(dir, 'postmaster.pid'), { force: true })
  return { descriptor: lock?.descriptor, release: () => lock?.release() }
}

/** Stops a server that an earlier service left running on a cluster. Throws like `claimCluster`. */
export async function stopOrphan(dir: string): Promise<void> {
  const claim = await claimCluster(dir)
  claim.release()
}

/** Stops a server and its remaining processes: a normal shutdown first, then by force. */
export async function stopServers(dir: string): Promise<void> {
  const pid = recordedPid(dir)
  if (pid !== undefined && isPostmasterOf(pid, dir)) {
    await stopProcess(pid, () => isPostmasterOf(pid, dir))
  }
  // The other processes notice on their own that the postmaster is gone, unless they are suspended or hang.
  if (await waitForExit(dir, 2_000)) return
  killServers(dir)
  await waitForExit(dir, 5_000)
}

/** Waits until no process of a server on this cluster is left. Returns whether that is so. */
export async function waitForExit(dir: string, milliseconds: number): Promise<boolean> {
  const deadline = performance.now() + milliseconds
  while (listServers(dir).some(({ isOtherContainer }) => !isOtherContainer)) {
    if (performance.now() >= deadline) return false
    await setTimeout(20)
  }
  return true
}

/** Kills every process of a server on this cluster. Nothing is written after this. */
export function killServers(dir: string): void {
  for (const { pid, isOtherContainer } of listServers(dir)) {
    try {
      if (!isOtherContainer) process.kill(pid, 'SIGKILL')
    } catch {
      // Already gone.
    }
  }
}

/** Seconds for each way to stop a server: fast, immediate (recovery at the next start), and kill if it hangs. */
const stopTimeoutSeconds = { SIGINT: 6, SIGQUIT: 2, SIGKILL: 1 } as const

/**
 * Returns whether the process ended normally. Measures time rather than counting waits, which take longer on a busy
 * machine: the caller may be killed before this would have killed the server.
 */
export async function stopProcess(pid: number, isAlive: () => boolean): Promise<boolean> {
  for (const [signal, seconds] of Object.entries(stopTimeoutSeconds)) {
    if (!isAlive()) return true
    try {
      process.kill(pid, signal)
    } catch {
      return true
    }
    const deadline = performance.now() + seconds * 1_000
    while (isAlive() && performance.now() < deadline) await setTimeout(10)
    if (!isAlive()) return signal === 'SIGINT'
  }
  return false
}

/**
 * Whether a server accepts connections on this cluster's sockets, even one in another container: a socket is found by
 * its path. A server that hangs or is suspended still has its socket.
 */
async function isListening(dir: string): Promise<boolean> {
  const folder = recordedLines(dir)[4]?.trim()
  const folders = new Set([dir, ...(folder ? [folder] : [])])
  for (const directory of folders) if (await acceptsConnections(join(directory, '.s.PGSQL.5432'))) return true
  return false
}

function acceptsConnections(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    const finish = (accepts: boolean) => {
      socket.destroy()
      resolve(accepts)
    }
    socket.once('connect', () => finish(true))
    // EAGAIN: the server's backlog of connections is full.
    socket.once('error', (error: NodeJS.ErrnoException) => finish(error.code === 'EAGAIN'))
  })
}

/** Waits, because a killed server releases the lock when its last process is gone. */
async function takeServerLock(dir: string): Promise<FileLock | undefined> {
  const deadline = performance.now() + 10_000
  while (performance.now() < deadline) {
    const lock = lockFile(`${dir}.flock`)
    if (lock !== 'held') return lock
    await setTimeout(50)
  }
  throw runsElsewhereError(dir)
}

function runsElsewhereError(dir: string): Error {
  return new Error(
    `A PostgreSQL server in another container or on another machine has the database in ${dir}. ` +
      'Stop it, or set DATA_DIR to another directory.',
  )
}

/** The postmaster's process ID in PostgreSQL's own lock file, which may be outdated. */
export function recordedPid(dir: string): number | undefined {
  const pid = Number(recordedLines(dir)[0])
  return pid > 0 ? pid : undefined
}

function recordedLines(dir: string): string[] {
  try {
    return readFileSync(join(dir, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return []
  }
}
