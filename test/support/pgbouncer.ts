import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { loginUsers } from '../../src/database/logins.ts'
import { findPostgresInstallation } from '../../src/database/postgres-installation.ts'

/** The program, if it is installed. Debian 12 has version 1.18. */
export const pgbouncer: string | undefined = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  .map((folder) => join(folder, 'pgbouncer'))
  .find((file) => existsSync(file))

export type Pooler = {
  port: number
  version: string
  /** As PAUSE and RESUME on its console. */
  pause: () => void
  resume: () => void
  stop: () => Promise<void>
}

type Server = { host: string; port: number; password: string }

/** Starts PgBouncer in front of every database of a server. It keeps few connections, so that clients share them. */
export async function startPgbouncer(
  server: Server,
  { mode = 'transaction', size = 4, port }: { mode?: 'transaction' | 'session'; size?: number; port: number },
): Promise<Pooler> {
  if (pgbouncer === undefined) throw new Error('PgBouncer is not installed')
  const folder = mkdtempSync(join(tmpdir(), 'timbre-pooler-'))
  chmodSync(folder, 0o755)
  const installation = await findPostgresInstallation(folder)
  if (typeof installation === 'string') throw new Error(installation)
  const users = [...Object.values(loginUsers), 'timbre']
  const lines = users.map((user) => `"${user}" "${server.password}"\n`)
  writeFileSync(join(folder, 'users.txt'), lines.join(''))
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${server.host} port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users.txt')}
pool_mode = ${mode}
default_pool_size = ${size}
max_client_conn = 500
`,
  )
  // It refuses to run as root.
  const child: ChildProcess = spawn(pgbouncer, [join(folder, 'pgbouncer.ini')], {
    stdio: 'ignore',
    ...installation.owner,
  })
  for (let attempt = 0; !(await accepts(port)); attempt++) {
    if (attempt === 100 || child.exitCode !== null) throw new Error('PgBouncer did not start')
    await setTimeout(100)
  }
  const version =
    /PgBouncer (\S+)/.exec(execFileSync(pgbouncer, ['--version'], { encoding: 'utf8' }))?.[1] ?? ''
  return {
    port,
    version,
    pause: () => child.kill('SIGUSR1'),
    resume: () => child.kill('SIGUSR2'),
    async stop() {
      const ended = new Promise((done) => child.once('exit', done))
      if (child.exitCode === null) child.kill('SIGINT')
      await Promise.race([ended, setTimeout(5_000)])
      child.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
