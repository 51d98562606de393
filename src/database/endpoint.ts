import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { changeOwner } from './cluster.ts'
import type { PostgresInstallation } from './postgres-installation.ts'

export type Endpoint = {
  /** A directory for a unix socket, or the loopback address. */
  host: string
  port: number
  settings: Record<string, string | number>
  close(): void
}

/**
 * Where the server listens: a unix socket in its own directory, which nobody else can enter; in a private
 * folder of the temporary directory when that path is too long for a socket; else a free loopback port.
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

/** The kernel keeps 107 bytes for the path of a socket (103 on macOS), the server's own name included. */
function fitsSocketPath(folder: string): boolean {
  return Buffer.byteLength(join(folder, `.s.PGSQL.${port}.lock`)) <= 103 && !/[,"']/.test(folder)
}

/** The same name at every start, so that kills leave one folder at most. */
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

/** In a shared temporary directory the name may have been taken by somebody else. */
function isPrivate(folder: string, { owner }: PostgresInstallation): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  const uid = owner?.uid ?? process.getuid?.()
  return found?.isDirectory() === true && found.uid === uid && (found.mode & 0o077) === 0
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
  const free = await findFreePort()
  const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: free }
  return { host: '127.0.0.1', port: free, settings, close: () => {} }
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
