import { execFileSync } from 'node:child_process'
import { readdirSync, readlinkSync, realpathSync } from 'node:fs'

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
  if (process.platform === 'linux') return workingDir(pid) === realpathSync(clusterDir)
  try {
    const command = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return command.includes('postgres') && command.includes(clusterDir)
  } catch {
    return false
  }
}

/** Every process that works in a directory. Empty where the system does not tell. */
export function livingIn(dir: string): number[] {
  if (process.platform !== 'linux') return []
  const place = realpathSync(dir)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => workingDir(pid) === place)
}

function workingDir(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}
