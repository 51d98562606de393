import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { changeOwner } from './cluster.ts'
import type { PostgresInstallation } from './postgres-installation.ts'

export type Endpoint = {
  /** A directory with a unix socket, or the loopback address. */
  host: string
  port: number
  settings: Record<string, string | number>
  close(): void
}

/**
 * Where the server listens: a unix socket in the cluster's directory, which no one else can enter; in a private folder
 * of the temporary directory if that path is too long for a socket; otherwise a free loopback port.
 */
export async function chooseEndpoint(
  clusterDir: string,
  installation: PostgresInstallation,
): Promise<Endpoint> {
  if (process.platform === 'win32') return loopback()
  if (fitsSocketPath(clusterDir)) return socketIn(clusterDir, () => {})
  const folder = privateFolder(clusterDir, installation)
  if (folder === undefined) return loopback()
  return socketIn(folder, () => rmSync(folder, { recursive: true, force: true }))
}

const port = 5432

function socketIn(folder: string, close: () => void): Endpoint {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: folder,
    unix_socket_permissions: '0700',
    port,
  }
  return { host: folder, port, settings, close }
}

/** The kernel limits a socket path to 107 bytes (103 on macOS), including the server's file name. */
function fitsSocketPath(folder: string): boolean {
  return Buffer.byteLength(join(folder, `.s.PGSQL.${port}.lock`)) <= 103 && !/[,"']/.test(folder)
}

/** The same name at every start, so that kills leave at most one folder. */
function privateFolder(clusterDir: string, installation: PostgresInstallation): string | undefined {
  const name = createHash('sha256').update(clusterDir).digest('hex').slice(0, 12)
  const folder = join(tmpdir(), `timbre-${name}`)
  if (!fitsSocketPath(folder)) return undefined
  try {
    mkdirSync(folder, { mode: 0o700 })
    changeOwner(folder, installation)
    return folder
  } catch {
    return isPrivate(folder, installation) ? folder : freshFolder(installation)
  }
}

/** In a shared temporary directory another user may have taken the name. */
function isPrivate(folder: string, { owner }: PostgresInstallation): boolean {
  const stats = lstatSync(folder, { throwIfNoEntry: false })
  const uid = owner?.uid ?? process.getuid?.()
  return stats?.isDirectory() === true && stats.uid === uid && (stats.mode & 0o077) === 0
}

function freshFolder(installation: PostgresInstallation): string | undefined {
  try {
    const folder = mkdtempSync(join(tmpdir(), 'timbre-'))
    changeOwner(folder, installation)
    return folder
  } catch {
    return undefined
  }
}

async function loopback(): Promise<Endpoint> {
  const freePort = await findFreePort()
  const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: freePort }
  return { host: '127.0.0.1', port: freePort, settings, close: () => {} }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject()))
    })
  })
}
