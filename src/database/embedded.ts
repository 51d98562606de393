import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { ensureCluster } from './cluster.ts'
import { claimCluster, killServers, recordedPid } from './cluster-claim.ts'
import { chooseEndpoint } from './endpoint.ts'
import { archiveSettings, prepareArchiving } from './log-archive.ts'
import { rotateLog } from './log-rotation.ts'
import type { PostgresInstallation } from './postgres-installation.ts'
import { startPostmaster, stopPostmaster } from './postmaster.ts'
import { isPostmasterOf } from './server-process.ts'

export type EmbeddedOptions = {
  dataDir: string
  installation: PostgresInstallation
  /** `false` only for temporary clusters: a power failure may destroy them. */
  fsync?: boolean
  maxConnections?: number
  /** Copies completed segments of the write-ahead log into a folder of the cluster, where `sealLog` expects them. */
  archiveLog?: boolean | undefined
  log: (message: string, cause?: unknown) => void
  /** Rejects if the data directory is no longer ours. Called before the server is restarted. */
  verifyOwnership?: () => Promise<void>
}

export type Embedded = {
  connection: pg.ClientConfig
  /** Rejects if the server hung and had to be killed. It is gone in that case, too. */
  close(): Promise<void>
  /** Kills the server, so that it writes nothing anymore, and doesn't restart it. */
  kill(): void
}

/**
 * Runs the PostgreSQL of the npm package on `DATA_DIR/postgres`, which the caller has locked, and keeps it running: a
 * server that dies is restarted until `close`.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { dataDir, installation, fsync = true, log } = options
  const { dir, user, password, database } = await ensureCluster({ dataDir, installation, fsync })
  if (options.archiveLog) prepareArchiving(dir, installation)
  const claim = await claimCluster(dir)
  const ending = new AbortController()
  const endpoint = await chooseEndpoint(dir, installation)
  const connection = { host: endpoint.host, port: endpoint.port, user, password, database }
  const server = {
    dir,
    installation,
    connection,
    claim: claim.descriptor,
    signal: ending.signal,
    logFile: join(dataDir, 'postgres.log'),
    settings: {
      ...settings,
      ...endpoint.settings,
      ...(fsync ? sizesFor(memoryFound()) : {}),
      ...(options.maxConnections ? { max_connections: options.maxConnections } : {}),
      ...(options.archiveLog ? archiveSettings : {}),
      ...(fsync ? {} : unsafeSettings),
    },
  }
  // However this process ends, it stops the server, unless it is killed. The next start then stops the server.
  const atExit = () => stopAtExit(dir, ending.signal.aborted)
  process.once('exit', atExit)

  const rotation = setInterval(() => void rotateLog(server.logFile).catch(() => {}), 60_000)
  rotation.unref()

  function releaseClaim() {
    clearInterval(rotation)
    process.off('exit', atExit)
    endpoint.close()
    claim.release()
  }

  let child = await startPostmaster(server).catch((error: unknown) => {
    releaseClaim()
    throw error
  })
  const watching = (async () => {
    while (!ending.signal.aborted) {
      await exited(child)
      if (ending.signal.aborted) return
      log('The embedded database has stopped; restarting it')
      child = await restart()
    }
  })()

  /** Never gives up, because the cause (a full disk, say) may pass. */
  async function restart() {
    for (let failures = 0; ; failures++) {
      try {
        await options.verifyOwnership?.()
        return await startPostmaster(server)
      } catch (error) {
        if (ending.signal.aborted) return child
        if (failures % 30 === 0) log('Cannot restart the embedded database; retrying', error)
        await setTimeout(1_000, undefined, { signal: ending.signal }).catch(() => {})
      }
    }
  }

  return {
    connection,
    kill() {
      ending.abort()
      clearInterval(rotation)
      child.kill('SIGKILL')
      killServers(dir)
    },
    async close() {
      ending.abort()
      const wasClean = await stopPostmaster(child, dir)
      await watching
      releaseClaim()
      if (!wasClean) throw new Error('The embedded database did not stop in time and was killed')
    },
  }
}

/**
 * Doesn't wait: a fast shutdown takes milliseconds, and no clients are connected anymore. A server that is still there
 * although it `isClosing` has had its time, and hangs.
 */
function stopAtExit(dir: string, isClosing: boolean): void {
  const pid = recordedPid(dir)
  if (isClosing) killServers(dir)
  else if (pid !== undefined && isPostmasterOf(pid, dir)) process.kill(pid, 'SIGINT')
}

function exited(child: Awaited<ReturnType<typeof startPostmaster>>): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    else child.once('exit', () => resolve())
  })
}

/** Errors are logged without detail and statement, because these contain names and email addresses. */
const settings = {
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  max_parallel_workers_per_gather: 0,
}

/** Of the machine, or of the container. Without a limit the latter is a huge number. */
function memoryFound(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
}

/**
 * The service shares the machine with its server, which also profits from the system's cache of files. Its pool has ten
 * connections; health, the flush of the disk, commands and a backup need some more, and each costs memory.
 */
export function sizesFor(bytes: number) {
  const megabytes = bytes / 1024 / 1024
  const shared = Math.round(Math.min(1_024, Math.max(32, megabytes / 8)))
  return {
    shared_buffers: `${shared}MB`,
    effective_cache_size: `${Math.max(2 * shared, Math.round(megabytes / 2))}MB`,
    max_connections: megabytes < 1_024 ? 24 : 40,
  }
}

const unsafeSettings = {
  fsync: 'off',
  // Each of thousands of connections runs a statement a few times. By default the first five runs make a plan each.
  plan_cache_mode: 'force_generic_plan',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  checkpoint_timeout: '1h',
  autovacuum: 'off',
  // Data is read right after it was written and still in memory, so I/O workers would only add cost.
  io_method: 'sync',
  max_wal_size: '128MB',
}
