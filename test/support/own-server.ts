import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import pg from 'pg'
import { changeOwner } from '../../src/database/cluster.ts'
import { findPostgresInstallation, postgresCommand } from '../../src/database/postgres-installation.ts'
import { startPostmaster, stopPostmaster } from '../../src/database/postmaster.ts'
import { afterFile } from './file-cleanup.ts'
import { freePort } from './service.ts'

export type OwnServer = {
  /** Address of a database for one login. The password of every login is the same. */
  urlOf: (login: string, database: string) => string
  admin: (text: string, database?: string) => Promise<pg.QueryResultRow[]>
  /** The folder of its programs. */
  bin: string
}

/** A folder with a PostgreSQL server and its client programs, such as Debian's packages have; undefined if there is none. */
export const ownServerFolder: string | undefined = findFolder()

function findFolder(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian)
    ? readdirSync(debian).sort((one, other) => Number(other) - Number(one))
    : []
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  const programs = ['initdb', 'postgres', 'pg_dump', 'pg_restore']
  return folders.find((folder) => programs.every((name) => existsSync(join(folder, name))))
}

const password = 'own-server'

/** Starts a server of `ownServerFolder` on a loopback port, with the superuser `postgres`. */
export async function startOwnServer(): Promise<OwnServer> {
  const bin = ownServerFolder
  if (bin === undefined) throw new Error('There is no PostgreSQL server with its client programs')
  const root = mkdtempSync(join(tmpdir(), 'timbre-own-'))
  chmodSync(root, 0o755)
  afterFile(() => rmSync(root, { recursive: true, force: true }))
  const embedded = await findPostgresInstallation(root)
  if (typeof embedded === 'string') throw new Error(embedded)
  const installation = { ...embedded, initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') }
  const dir = join(root, 'postgres')
  const passwordFile = join(root, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  changeOwner(passwordFile, installation)
  chmodSync(root, 0o777)
  const flags = ['-D', dir, '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--username=postgres']
  const language = ['--encoding=UTF8', '--locale=C.UTF-8', '--no-sync']
  const command = postgresCommand(installation, installation.initdb, [...flags, ...language])
  execFileSync(command.file, command.flags, command.options)
  const port = await freePort()
  const connection = { host: '127.0.0.1', port, user: 'postgres', password }
  const child = await startPostmaster({
    ...{ dir, installation, logFile: join(root, 'log'), claim: undefined },
    connection: { ...connection, database: 'postgres' },
    settings: { listen_addresses: '127.0.0.1', unix_socket_directories: '', port, fsync: 'off' },
  })
  afterFile(() => stopPostmaster(child, dir))
  return {
    bin,
    urlOf: (login, database) => `postgres://${login}:${password}@127.0.0.1:${port}/${database}`,
    async admin(text, database = 'postgres') {
      const client = new pg.Client({ ...connection, database })
      client.on('error', () => {})
      await client.connect()
      try {
        return (await client.query(text)).rows
      } finally {
        await client.end()
      }
    },
  }
}

/** The three logins of docs/self-hosting.md, with an owner that is no superuser. */
export async function createLogins({ admin }: OwnServer): Promise<void> {
  await admin(`create role timbre_owner login createrole createdb password '${password}'`)
  await admin(`create role timbre_backup login bypassrls password '${password}'`)
  await admin('grant pg_read_all_data to timbre_backup')
  await admin('alter role timbre_backup set default_transaction_read_only = on')
}
