import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { inject } from 'vitest'

/** The service in its own process and process group. */
export type Running = {
  pid: number
  url: string
  stdout: () => string
  stderr: () => string
  isRunning: () => boolean
  /** Seconds from the start of the process to its first 200 on `/readyz`. */
  ready: () => Promise<number>
  /** What it prints once it is ready, which comes a moment after the first 200. */
  announcement: () => Promise<string>
  /** The exit code, or the signal that ended the process. */
  ended: Promise<number | NodeJS.Signals>
  /** Stops the process with SIGTERM and waits until it has exited. */
  stop: () => Promise<number | NodeJS.Signals>
}

const root = join(import.meta.dirname, '../..')

/** Runs `npm start` as a new user does: with the system's npm and Node, including all preparation of the checkout. */
export function startByNpm(environment: Record<string, string>): Running {
  const PATH = (process.env.PATH ?? '')
    .split(':')
    .filter((folder) => !folder.includes('node_modules'))
    .join(':')
  const HOME = environment.DATA_DIR ?? ''
  // npm would look for a newer version of itself and print a notice.
  const quiet = { npm_config_update_notifier: 'false' }
  return startProcess({ PATH, HOME, ...quiet, ...environment }, root, ['npm', 'start'])
}

/**
 * V8's compile cache of this checkout, which `npm start` uses too. It outlives a run: the first starts of each run would
 * otherwise compile and strip the types of the whole service, which takes longer than the rest of a start. An entry counts
 * only for the source that it was made from.
 */
export const compileCache = join(root, '.cache/compiled')

/** A start allocates 200 MB at once. From a larger heap it collects garbage less often, and takes a tenth less time. */
const heap = ['--min-semi-space-size=16', '--initial-heap-size=256']

/** Runs `node src/main.ts` with these variables and, of the current environment, only PATH. */
export function startProcess(
  environment: Record<string, string>,
  checkout = root,
  [program = '', ...words]: readonly string[] = [
    ...[join(root, 'node_modules/.bin/node'), ...heap],
    'src/main.ts',
  ],
): Running {
  const began = performance.now()
  const child: ChildProcess = spawn(program, words, {
    cwd: checkout,
    env: {
      PATH: process.env.PATH,
      // Another checkout has other paths, so its entries would never be used again.
      NODE_COMPILE_CACHE: checkout === root ? compileCache : inject('compileCache'),
      DRAIN_SECONDS: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  children.push(child)
  const printed = { stdout: '', stderr: '' }
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    printed.stdout += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    printed.stderr += text
  })
  const url = `http://127.0.0.1:${environment.PORT}`
  const ended = once(child, 'close').then(([code, signal]) => code ?? signal)
  return {
    pid: child.pid as number,
    url,
    stdout: () => printed.stdout,
    stderr: () => printed.stderr,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    ended,
    async ready() {
      for (;;) {
        if (child.exitCode !== null || child.signalCode !== null) throw new Error(printed.stderr)
        if (await answers(`${url}/readyz`)) return (performance.now() - began) / 1000
        await setTimeout(20)
      }
    },
    async announcement() {
      while (!/^Timbre \S+ ready in /m.test(printed.stdout)) {
        if (child.exitCode !== null || child.signalCode !== null) throw new Error(printed.stderr)
        await setTimeout(20)
      }
      return printed.stdout
    },
    stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

async function answers(address: string): Promise<boolean> {
  try {
    return (await fetch(address)).ok
  } catch {
    return false
  }
}

/** A new data directory that the embedded database's user can reach. */
export function newDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'timbre-running-'))
  chmodSync(dataDir, 0o755)
  dataDirs.push(dataDir)
  return dataDir
}

/** The process id of the embedded PostgreSQL from its lock file, or undefined if it is stopped. */
export function postmasterPid(dataDir: string): number | undefined {
  const file = join(dataDir, 'postgres/postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined
}

const children: ChildProcess[] = []
const dataDirs: string[] = []

/** Stops what a failed test left running and removes all data. */
export async function cleanUp(): Promise<void> {
  for (const { pid, exitCode, signalCode } of children.splice(0)) {
    // The whole group, because npm does not forward SIGKILL.
    if (pid && exitCode === null && signalCode === null) kill(-pid)
  }
  for (const dataDir of dataDirs.splice(0)) {
    const pid = postmasterPid(dataDir)
    if (pid) kill(pid)
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has already exited.
  }
}
