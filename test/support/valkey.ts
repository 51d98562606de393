import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { afterFile } from './file-cleanup.ts'
import { freePort } from './service.ts'

/** Debian has one or the other; both speak the same protocol. */
export const valkeyProgram = ['valkey-server', 'redis-server'].find(
  (name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0,
)

export type TestValkey = { url: string; start: () => Promise<void>; stop: () => Promise<void> }

/** A store in memory on a free port. */
export async function createValkey(): Promise<TestValkey> {
  const port = await freePort()
  let child: ChildProcess | undefined
  const stop = async () => {
    const running = child
    child = undefined
    if (!running || running.exitCode !== null) return
    const ended = new Promise((resolve) => running.once('exit', resolve))
    running.kill('SIGKILL')
    await ended
  }
  afterFile(stop)
  return {
    url: `valkey://127.0.0.1:${port}`,
    async start() {
      const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
      child = spawn(valkeyProgram ?? '', args, { stdio: ['ignore', 'pipe', 'ignore'] })
      for await (const line of child.stdout ?? []) if (/eady to accept connections/.test(String(line))) break
      child.stdout?.resume()
      await setTimeout(10)
    },
    stop,
  }
}
