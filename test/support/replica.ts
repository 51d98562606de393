import type { ChildProcess } from 'node:child_process'
import { chmodSync, cpSync, lchownSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { changeOwner, ensureCluster } from '../../src/database/cluster.ts'
import { killServers } from '../../src/database/cluster-claim.ts'
import {
  findPostgresInstallation,
  type PostgresInstallation,
} from '../../src/database/postgres-installation.ts'
import { startPostmaster, stopPostmaster } from '../../src/database/postmaster.ts'
import { listServers } from '../../src/database/server-process.ts'
import { afterFile } from './file-cleanup.ts'
import { freePort } from './service.ts'

export type ReplicatedServers = {
  /** An address with both servers, the primary first. */
  url: string
  admin: (server: 'primary' | 'standby', text: string, values?: unknown[]) => Promise<pg.QueryResultRow[]>
  /** Addresses with one server each. */
  urls: { primary: string; standby: string }
  /** End a server as a loss of its machine would, with all its processes. */
  killPrimary: () => void
  killStandby: () => void
  startStandby: () => Promise<void>
  /** Stops all processes of the standby, which keep their connections and answer nothing, or lets them go on. */
  signalStandby: (signal: 'SIGSTOP' | 'SIGCONT') => void
  promote: () => Promise<void>
}

type ReplicationOptions = {
  /** A data directory whose cluster becomes the primary. Default: a new one. */
  dataDir?: string
  /** Whether the primary waits for the standby. Default: yes. */
  isSynchronous?: boolean
  /** Settings of both servers, and of the standby. */
  settings?: Record<string, string>
  ofStandby?: Record<string, string>
}

/** A primary and its streaming standby, of the embedded PostgreSQL, on loopback ports. */
export async function startReplicatedServers({
  dataDir,
  isSynchronous = true,
  settings = {},
  ofStandby = {},
}: ReplicationOptions = {}): Promise<ReplicatedServers> {
  const root = dataDir ?? mkdtempSync(join(tmpdir(), 'timbre-replica-'))
  if (!dataDir) chmodSync(root, 0o755)
  if (!dataDir) afterFile(() => rmSync(root, { recursive: true, force: true }))
  const installation = await findPostgresInstallation(root)
  if (typeof installation === 'string') throw new Error(installation)
  const cluster = await ensureCluster({ dataDir: root, installation, fsync: true })
  const { user, password, database } = cluster
  const ports = { primary: await freePort(), standby: await freePort() }
  const settingsFor = (port: number) => ({ host: '127.0.0.1', port, user, password, database })
  const admin: ReplicatedServers['admin'] = async (server, text, values) => {
    const client = new pg.Client(settingsFor(ports[server]))
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query(text, values)).rows
    } finally {
      await client.end()
    }
  }
  const start = (dir: string, port: number, more: Record<string, string | number> = {}) =>
    startServer(dir, { installation, connection: settingsFor(port), more: { ...settings, ...more } })
  await start(cluster.dir, ports.primary)
  const copy = join(root, 'standby')
  await copyCluster(cluster.dir, copy, { installation, connection: settingsFor(ports.primary) })
  writeFileSync(join(copy, 'standby.signal'), '')
  changeOwner(join(copy, 'standby.signal'), installation)
  const source = `host=127.0.0.1 port=${ports.primary} user=${user} password=${password} application_name=standby`
  const startStandby = () => start(copy, ports.standby, { primary_conninfo: source, ...ofStandby })
  await startStandby()
  if (isSynchronous) {
    await admin('primary', `alter system set synchronous_standby_names = 'standby'`)
    await admin('primary', 'select pg_reload_conf()')
  }
  const isStreaming = async () => {
    const found = await admin('primary', 'select sync_state from pg_stat_replication')
    return found[0]?.sync_state === (isSynchronous ? 'sync' : 'async')
  }
  while (!(await isStreaming())) await setTimeout(100)
  const login = `postgres://${user}:${password}@127.0.0.1`
  return {
    url: `${login}:${ports.primary},127.0.0.1:${ports.standby}/${database}`,
    urls: {
      primary: `${login}:${ports.primary}/${database}`,
      standby: `${login}:${ports.standby}/${database}`,
    },
    admin,
    killPrimary: () => killServers(cluster.dir),
    killStandby: () => killServers(copy),
    startStandby,
    signalStandby(signal) {
      for (const { pid } of listServers(copy)) process.kill(pid, signal)
    },
    async promote() {
      await admin('standby', 'select pg_promote()')
    },
  }
}

type ServerParts = { installation: PostgresInstallation; connection: pg.ClientConfig & { port: number } }

async function startServer(
  dir: string,
  { installation, connection, more }: ServerParts & { more: Record<string, string | number> },
): Promise<void> {
  const child: ChildProcess = await startPostmaster({
    dir,
    installation,
    connection,
    logFile: `${dir}.log`,
    claim: undefined,
    settings: {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      port: connection.port,
      wal_keep_size: '256MB',
      ...more,
    },
  })
  afterFile(() => stopPostmaster(child, dir))
}

/** Section 25.3.3 of PostgreSQL's manual. The log since the start of the copy comes by streaming. */
async function copyCluster(
  from: string,
  to: string,
  { installation, connection }: ServerParts,
): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(`select pg_backup_start('standby', fast => true)`)
  cpSync(from, to, { recursive: true, filter: (path) => !path.endsWith('postmaster.pid') })
  const { rows } = await client.query<{ label: string }>(
    'select labelfile as label from pg_backup_stop(wait_for_archive => false)',
  )
  await client.end()
  writeFileSync(join(to, 'backup_label'), rows[0]?.label ?? '')
  chmodSync(to, 0o700)
  const { owner } = installation
  if (!owner) return
  for (const name of ['', ...readdirSync(to, { recursive: true, encoding: 'utf8' })])
    lchownSync(join(to, name), owner.uid, owner.gid)
}
