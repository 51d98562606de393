import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'

export type ServiceProcess = {
  pid: number
  host: string
  port: number
  /** The superuser of its database, who isn't limited by row security. */
  owner: pg.ClientConfig
  stop: () => Promise<void>
}

/**
 * Starts the service as it runs in production, with its log in a file, except that nothing is limited or refused, and
 * nothing is sent, but webhooks to the bench's own receiver.
 */
export async function startServiceProcess(dataDir: string): Promise<ServiceProcess> {
  const port = await findFreePort()
  const log = openSync(join(dataDir, 'service.log'), 'w')
  const program = join(import.meta.dirname, 'service.ts')
  const child = spawn(process.execPath, ['--max-semi-space-size=16', program], {
    // Away from the project, whose `.env` would be read.
    cwd: dataDir,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO: 'off',
      RATE_LIMITS: 'off',
      MAIL_ACCOUNT_DAILY: '1000000',
      WEBHOOK_PRIVATE_NETWORKS: '127.0.0.1/32',
    },
    stdio: ['ignore', log, log],
  })
  const ended = once(child, 'exit')
  const kill = () => child.kill('SIGTERM')
  process.once('exit', kill)
  while (!(await isReady(port))) {
    if (child.exitCode !== null)
      throw new Error(
        `The service has ended:\n${readFileSync(join(dataDir, 'service.log'), 'utf8').slice(-2_000)}`,
      )
    await setTimeout(50)
  }
  return {
    pid: child.pid as number,
    host: '127.0.0.1',
    port,
    owner: ownerOf(dataDir),
    async stop() {
      process.off('exit', kill)
      kill()
      await ended
    },
  }
}

/** From the server's own lock file. */
export function ownerOf(dataDir: string): pg.ClientConfig {
  const lines = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  const [, , , port, socketFolder, address] = lines.map((line) => line.trim())
  const password = readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim()
  const host = socketFolder || address || '127.0.0.1'
  return { host, port: Number(port), user: 'timbre', database: 'timbre', password }
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok
  } catch {
    return false
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No port was given.')
  return address.port
}
