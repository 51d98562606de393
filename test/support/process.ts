import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { inject } from 'vitest'

/** The service as a process of its own, in a process group of its own. */
export type Running = {
  pid: number
  url: string
  stdout: () => string
  stderr: () => string
  isRunning: () => boolean
  /** Seconds from the start of the process to its first 200 on `/readyz`. */
  ready: () => Promise<number>
  /** The exit code, or the signal that ended it, once it is gone. */
  ended: Promise<number | NodeJS.Signals>
  /** Ends it in the ordinary way and waits until it is gone. */
  stop: () => Promise<number | NodeJS.Signals>
}

const root = join(import.meta.dirname, '../..')

/** Starts `npm start` as a newcomer does: with the machine's own npm and Node, and whatever prepares the checkout. */
export function startByNpm(environment: Record<string, string>): Running {
  const PATH = (process.env.PATH ?? '')
    .split(':')
    .filter((folder) => !folder.includes('node_modules'))
    .join(':')
  const HOME = environment.DATA_DIR ?? ''
  // npm would ask its registry for a newer npm, and say so.
  const quiet = { npm_config_update_notifier: 'false' }
  return startProcess({ PATH, HOME, ...quiet, ...environment }, root, ['npm', 'start'])
}

/** Starts `node src/main.ts` with these keys and nothing of the surrounding environment but the path. */
export function startProcess(
  environment: Record<string, string>,
  checkout = root,
  [program = '', ...words]: readonly string[] = [join(root, 'node_modules/.bin/node'), 'src/main.ts'],
): Running {
  const began = performance.now()
  const child: ChildProcess = spawn(program, words, {
    cwd: checkout,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: inject('compileCache'), ...environment },
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

/** A new place for data that the user of the embedded database can reach. */
export function newDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'timbre-running-'))
  chmodSync(dataDir, 0o755)
  dataDirs.push(dataDir)
  return dataDir
}

/** The number of the embedded server's first process, as its own lock file says; undefined when it is stopped. */
export function postmasterPid(dataDir: string): number | undefined {
  const file = join(dataDir, 'postgres/postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined
}

const children: ChildProcess[] = []
const dataDirs: string[] = []

/** Ends what a failed test has left running, and removes all data. */
export async function cleanUp(): Promise<void> {
  for (const { pid, exitCode, signalCode } of children.splice(0)) {
    // The whole group: npm hands on no signal that it cannot catch.
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
    // It is gone already.
  }
}
