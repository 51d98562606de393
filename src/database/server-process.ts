import { execFileSync } from 'node:child_process'
import { readdirSync, readlinkSync, type Stats, statSync } from 'node:fs'
import { basename } from 'node:path'
import { ownNamespace } from './lock-holder.ts'

/** Whether any process has this ID, ours or not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Whether this process is the postmaster of this cluster: its working directory is the cluster's. */
export function isPostmasterOf(pid: number, clusterDir: string): boolean {
  if (!isRunning(pid)) return false
  if (process.platform === 'linux') return worksIn(pid, statsOf(clusterDir))
  try {
    const command = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return command.includes('postgres') && command.includes(clusterDir)
  } catch {
    return false
  }
}

export type ServerProcess = {
  pid: number
  /** Whether it runs in a container within this one, or on this container's host. The service there manages it. */
  isOtherContainer: boolean
}

/** Every visible PostgreSQL process whose working directory is this one. Empty if the system can't list processes. */
export function listServers(dir: string): ServerProcess[] {
  if (process.platform !== 'linux') return []
  const folder = statsOf(dir)
  if (!folder) return []
  const namespace = ownNamespace()
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => worksIn(pid, folder) && programOf(pid) === 'postgres')
    .map((pid) => ({ pid, isOtherContainer: ownNamespace(pid) !== namespace }))
}

/** Compares the directory itself, not its path, which is different in another container. */
function worksIn(pid: number, folder: Stats | undefined): boolean {
  const actual = statsOf(`/proc/${pid}/cwd`)
  return actual !== undefined && actual.ino === folder?.ino && actual.dev === folder.dev
}

/** Undefined if it is not there, or not ours to look at. */
function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

function programOf(pid: number): string {
  try {
    return basename(readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, ''))
  } catch {
    return ''
  }
}
