import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { runOptions } from './cluster.ts'
import type { Installation } from './installation.ts'
import { isPostmasterOf, isRunning, livingIn } from './process.ts'

export type PostmasterOptions = {
  dir: string
  logFile: string
  installation: Installation
  settings: Record<string, string | number>
}

/**
 * Starts the server and waits until it accepts connections. After a kill the first tries may meet the lock
 * file and the shared memory of processes that are still dying, so it tries until they are gone.
 * Throws with the last line of the server's log when it does not start within `seconds`.
 */
export async function startPostmaster(options: PostmasterOptions, seconds = 60): Promise<ChildProcess> {
  const deadline = Date.now() + seconds * 1_000
  for (;;) {
    await stopOrphan(options.dir)
    if (sizeOf(options.logFile) > 10_000_000) truncateSync(options.logFile)
    const logged = sizeOf(options.logFile)
    const child = launch(options)
    if (await accepts(child, options.dir, deadline)) return child
    await stopPostmaster(child)
    const reason = lastLine(options.logFile, logged)
    const passing = /lock file|shared memory|starting up/.test(reason)
    if (!passing || Date.now() > deadline) throw new Error(`The embedded database did not start: ${reason}`)
    await setTimeout(100)
  }
}

/** Stops the server: clients are cut, what is committed is kept, the next start needs no recovery. */
export async function stopPostmaster(child: ChildProcess): Promise<void> {
  if (child.pid !== undefined)
    await stopProcess(child.pid, () => child.exitCode === null && child.signalCode === null)
}

/** Clears what an earlier service has left behind: its server, or only the lock file of that. */
export async function stopOrphan(dir: string): Promise<void> {
  const pid = recordedPid(dir)
  if (pid === undefined) return
  if (isPostmasterOf(pid, dir)) return stopProcess(pid, () => isPostmasterOf(pid, dir))
  // The number belongs to some other process now, as after a restart of a container. PostgreSQL would
  // take that one for itself. The file may go only when nothing works on the cluster any more.
  if (isRunning(pid) && livingIn(dir).length === 0) rmSync(join(dir, 'postmaster.pid'), { force: true })
}

async function stopProcess(pid: number, lives: () => boolean): Promise<void> {
  // Fast, immediate (recovery at the next start), and the end for a server that hangs.
  for (const [signal, seconds] of [
    ['SIGINT', 10],
    ['SIGQUIT', 5],
    ['SIGKILL', 5],
  ] as const) {
    if (!lives()) return
    try {
      process.kill(pid, signal)
    } catch {
      return
    }
    for (let waited = 0; lives() && waited < seconds * 1_000; waited += 10) await setTimeout(10)
  }
}

/** In a session of its own, so that a signal to our group does not stop the server before we have drained. */
function launch({ dir, logFile, installation, settings }: PostmasterOptions): ChildProcess {
  const log = openSync(logFile, 'a', 0o600)
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(installation.postgres, ['-D', dir, ...flags], {
    ...runOptions(installation),
    detached: true,
    stdio: ['ignore', log, log],
  })
  child.on('error', () => {})
  closeSync(log)
  return child
}

/** The server writes its own state into the eighth line of its lock file. */
async function accepts(child: ChildProcess, dir: string, deadline: number): Promise<boolean> {
  while (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    const lines = readLines(join(dir, 'postmaster.pid'))
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return true
    if (Date.now() > deadline) return false
    await setTimeout(10)
  }
  return false
}

function recordedPid(dir: string): number | undefined {
  const pid = Number(readLines(join(dir, 'postmaster.pid'))[0])
  return pid > 0 ? pid : undefined
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch {
    return []
  }
}

function lastLine(logFile: string, from: number): string {
  const said = readFileSync(logFile).subarray(from).toString('utf8').split('\n')
  const lines = said.filter((line) => /FATAL|PANIC|ERROR|postgres:/.test(line))
  return lines.at(-1)?.replace(/^.*?(FATAL|PANIC|ERROR): */, '') ?? `it says nothing; see ${logFile}`
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
