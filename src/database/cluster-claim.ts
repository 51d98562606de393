import { readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type FileLock, lockFile } from './file-lock.ts'
import { isPostmasterOf, isRunning, listServers } from './server-process.ts'

export type ClusterClaim = {
  /** Given to the server that is started, so that the claim lasts as long as any process of it. */
  descriptor: number | undefined
  release(): void
}

/**
 * Claims a cluster for a server that is going to be started: what an earlier service has left running here is stopped.
 * The lock file of PostgreSQL names a process by its number, which means nothing in another container; so it is not
 * believed, and it is removed only when no server anywhere has the cluster, as far as the system can tell.
 * Throws one plain line when a server that is not ours to stop has it.
 */
export async function claimCluster(dir: string): Promise<ClusterClaim> {
  await stopServers(dir)
  if (listServers(dir).some(({ isOtherContainer }) => isOtherContainer) || (await isListening(dir)))
    throw runsElsewhereError(dir)
  const lock = await takeServerLock(dir)
  const pid = recordedPid(dir)
  // Some other process has the number now, as after a restart of a container. PostgreSQL would take it for itself.
  if (pid !== undefined && isRunning(pid)) rmSync(join(dir, 'postmaster.pid'), { force: true })
  return { descriptor: lock?.descriptor, release: () => lock?.release() }
}

/** Stops what an earlier service has left running on a cluster. Throws as `claimCluster` does. */
export async function stopOrphan(dir: string): Promise<void> {
  const claim = await claimCluster(dir)
  claim.release()
}

/** Stops a server and what is left of one: its first process in the ordinary way, the others when that was in vain. */
export async function stopServers(dir: string): Promise<void> {
  const pid = recordedPid(dir)
  if (pid !== undefined && isPostmasterOf(pid, dir)) {
    await stopProcess(pid, () => isPostmasterOf(pid, dir))
  }
  // They notice by themselves that their first process is gone, unless they are stopped or hang.
  await waitForExit(dir, 2_000)
  killServers(dir)
  await waitForExit(dir, 5_000)
}

/** Waits until no process of a server here is left. */
export async function waitForExit(dir: string, milliseconds: number): Promise<void> {
  const isLeft = () => listServers(dir).some(({ isOtherContainer }) => !isOtherContainer)
  for (let waited = 0; waited < milliseconds && isLeft(); waited += 20) await setTimeout(20)
}

/** Kills every process of a server here at once: nothing is written after this. */
export function killServers(dir: string): void {
  for (const { pid, isOtherContainer } of listServers(dir)) {
    try {
      if (!isOtherContainer) process.kill(pid, 'SIGKILL')
    } catch {
      // It is gone already.
    }
  }
}

/** Seconds for each way to end a server: fast, at once (recovery at the next start), and for one that hangs. */
const stopTimeoutSeconds = { SIGINT: 6, SIGQUIT: 2, SIGKILL: 1 } as const

/** Whether it ended in the ordinary way. */
export async function stopProcess(pid: number, lives: () => boolean): Promise<boolean> {
  for (const [signal, seconds] of Object.entries(stopTimeoutSeconds)) {
    if (!lives()) return true
    try {
      process.kill(pid, signal)
    } catch {
      return true
    }
    for (let waited = 0; lives() && waited < seconds * 1_000; waited += 10) await setTimeout(10)
    if (!lives()) return signal === 'SIGINT'
  }
  return false
}

/**
 * Whether somebody accepts connections on the sockets of this cluster, also in another container: a socket is found by
 * its path. A server that hangs or was stopped still has its socket.
 */
async function isListening(dir: string): Promise<boolean> {
  const folder = recordedLines(dir)[4]?.trim()
  const folders = new Set([dir, ...(folder ? [folder] : [])])
  for (const place of folders) if (await acceptsConnections(join(place, '.s.PGSQL.5432'))) return true
  return false
}

function acceptsConnections(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    const end = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', () => end(true))
    // More than it can take at once are waiting.
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code === 'EAGAIN'))
  })
}

/** What was killed lets go of it when its last process is gone. */
async function takeServerLock(dir: string): Promise<FileLock | undefined> {
  for (let waited = 0; waited < 10_000; waited += 50) {
    const taken = lockFile(`${dir}.flock`)
    if (taken !== 'held') return taken
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

/** The server's first process as its own lock file names it, which need not be true. */
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
