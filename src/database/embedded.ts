import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { ensureCluster } from './cluster.ts'
import { claimCluster, killServers, recordedPid } from './cluster-claim.ts'
import { chooseEndpoint } from './endpoint.ts'
import type { PostgresInstallation } from './postgres-installation.ts'
import { startPostmaster, stopPostmaster } from './postmaster.ts'
import { isPostmasterOf } from './server-process.ts'

export type EmbeddedOptions = {
  dataDir: string
  installation: PostgresInstallation
  /** `false` only for clusters that are thrown away: a power cut may then destroy them. */
  fsync?: boolean
  maxConnections?: number
  log: (message: string, cause?: unknown) => void
  /** Rejects when the data directory is no longer ours; asked before a server is started again. */
  verifyOwnership?: () => Promise<void>
}

export type Embedded = {
  connection: pg.ClientConfig
  /** Rejects when the server hung and had to be killed; it is gone then, too. */
  close(): Promise<void>
  /** Ends the server at once, so that it writes nothing any more, and leaves it so. */
  kill(): void
}

/**
 * Runs the PostgreSQL that comes with the npm package on `DATA_DIR/postgres`, which the caller has locked,
 * and keeps it running: a server that dies is started again until `close`.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { dataDir, installation, fsync = true, log } = options
  const { dir, user, password, database } = await ensureCluster({ dataDir, installation, fsync })
  const claim = await claimCluster(dir)
  const ending = new AbortController()
  const endpoint = await chooseEndpoint(dir, installation)
  const connection = { host: endpoint.host, port: endpoint.port, user, password, database }
  const server = {
    ...{ dir, installation, connection, claim: claim.descriptor, signal: ending.signal },
    logFile: join(dataDir, 'postgres.log'),
    settings: { ...settings, ...endpoint.settings, ...limits(options), ...(fsync ? {} : unsafeSettings) },
  }
  // However this process ends, it leaves no server behind, unless it is killed: then the next start finds that one.
  const atExit = () => stopImmediately(dir)
  process.once('exit', atExit)

  function releaseClaim() {
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
      log('The embedded database has stopped and is started again')
      child = await restart()
    }
  })()

  /** Whatever stands in the way (a full disk, say) may pass, so it never gives up. */
  async function restart() {
    for (let failures = 0; ; failures++) {
      try {
        await options.verifyOwnership?.()
        return await startPostmaster(server)
      } catch (error) {
        if (ending.signal.aborted) return child
        if (failures % 30 === 0) log('The embedded database cannot be started', error)
        await setTimeout(1_000, undefined, { signal: ending.signal }).catch(() => {})
      }
    }
  }

  return {
    connection,
    kill() {
      ending.abort()
      child.kill('SIGKILL')
      killServers(dir)
    },
    async close() {
      ending.abort()
      const isOrdinary = await stopPostmaster(child, dir)
      await watching
      releaseClaim()
      if (!isOrdinary) throw new Error('The embedded database did not stop in time and was killed')
    },
  }
}

/** Without waiting: a fast end takes milliseconds, and nobody is connected any more. */
function stopImmediately(dir: string): void {
  const pid = recordedPid(dir)
  if (pid !== undefined && isPostmasterOf(pid, dir)) process.kill(pid, 'SIGINT')
}

function exited(child: Awaited<ReturnType<typeof startPostmaster>>): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    else child.once('exit', () => resolve())
  })
}

/** Errors are logged without their detail and statement: those hold names and addresses. */
const settings = {
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  max_parallel_workers_per_gather: 0,
}

function limits({ maxConnections = 40 }: EmbeddedOptions) {
  return { max_connections: maxConnections }
}

const unsafeSettings = {
  ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  ...{ wal_level: 'minimal', max_wal_senders: 0, checkpoint_timeout: '1h', autovacuum: 'off' },
  // What is read has just been written and is in memory; handing it to another process would only cost.
  ...{ io_method: 'sync', max_wal_size: '128MB' },
}
