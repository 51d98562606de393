import { execFileSync } from 'node:child_process'
import { readdirSync, readlinkSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { ownNamespace } from './lock-holder.ts'

/** Whether any process has this number, ours or not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Whether this process is the server of this cluster: it works in the directory of its cluster. */
export function isPostmasterOf(pid: number, clusterDir: string): boolean {
  if (!isRunning(pid)) return false
  if (process.platform === 'linux') return worksIn(pid, clusterDir)
  try {
    const command = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return command.includes('postgres') && command.includes(clusterDir)
  } catch {
    return false
  }
}

export type ServerProcess = {
  pid: number
  /** Whether it is in a container inside of this one, or this one's host: the service of that one looks after it. */
  isOtherContainer: boolean
}

/** Every process of PostgreSQL that works in a directory and can be seen. Empty where the system does not tell. */
export function listServers(dir: string): ServerProcess[] {
  if (process.platform !== 'linux') return []
  const ours = ownNamespace()
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => worksIn(pid, dir) && programOf(pid) === 'postgres')
    .map((pid) => ({ pid, isOtherContainer: ownNamespace(pid) !== ours }))
}

/** By the directory itself and not by its path, which is another one in another container. */
function worksIn(pid: number, dir: string): boolean {
  try {
    const [place, wanted] = [statSync(`/proc/${pid}/cwd`), statSync(dir)]
    return place.ino === wanted.ino && place.dev === wanted.dev
  } catch {
    return false
  }
}

function programOf(pid: number): string {
  try {
    return basename(readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, ''))
  } catch {
    return ''
  }
}
