import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Running, startProcess } from './process.ts'

const root = join(import.meta.dirname, '../..')

/** Separate process ids and shared memory, like a container. Killing it kills everything inside. */
const unshare = ['unshare', '--pid', '--ipc', '--fork', '--mount-proc', '--kill-child=SIGKILL']

/** Whether this machine allows creating namespaces: root may, many containers may not. */
export function hasContainers(): boolean {
  const [program = '', ...words] = unshare
  return spawnSync(program, [...words, 'true']).status === 0
}

export type Container = Running & {
  /** Kills every process inside, as `docker kill` does. */
  kill: () => Promise<void>
}

/** Starts the service as process 1 of new namespaces. */
export function startContainer(environment: Record<string, string>, checkout = root): Container {
  const words = [...unshare, join(root, 'node_modules/.bin/node'), 'src/main.ts']
  const outer = startProcess(environment, checkout, words)
  const inner = () => Number(readFileSync(`/proc/${outer.pid}/task/${outer.pid}/children`, 'utf8').trim())
  return {
    ...outer,
    async kill() {
      if (outer.isRunning()) process.kill(outer.pid, 'SIGKILL')
      await outer.ended
    },
    async stop() {
      process.kill(inner(), 'SIGTERM')
      return outer.ended
    },
  }
}
