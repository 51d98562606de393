import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { changeOwner } from './cluster.ts'
import { chooseEndpoint } from './endpoint.ts'
import { isDatabaseError } from './errors.ts'
import { type PostgresInstallation, postgresCommand } from './postgres-installation.ts'
import { stopPostmaster } from './postmaster.ts'

export type RecoveryOptions = {
  /** The copied cluster, with `backup_label` and its write-ahead log in `pg_wal`. */
  dir: string
  installation: PostgresInstallation
  /** Gives the server further files of the log; without it, `pg_wal` has all there is. */
  restoreCommand: string | undefined
  /** Where to stop: after the commits up to a time. Undefined for the end of the log. */
  until: Date | undefined
  /** A timeline to follow. Undefined for the newest one that continues the backup's. */
  timeline: number | undefined
}

export type Recovery = {
  /** The owner's new password. */
  password: string
  /** The last replayed position, and when the last replayed transaction was committed. */
  end: string
  committedAt: Date | undefined
}

/**
 * Replays the write-ahead log of a copied cluster, on a new timeline, and gives its owner a new password.
 * The server runs for this time only, in a folder that no one else can enter.
 * Throws one line with the server's reason if it can't replay.
 */
export async function recoverCluster(options: RecoveryOptions): Promise<Recovery> {
  const { dir, installation, restoreCommand, until, timeline } = options
  const endpoint = await chooseEndpoint(dir, installation)
  const logFile = `${dir}.log`
  const hbaFile = `${dir}.hba`
  writeFileSync(join(dir, 'recovery.signal'), '', { mode: 0o600 })
  // The passwords aren't in the backup. Only this process can reach the socket.
  writeFileSync(hbaFile, 'local all all trust\nhost all all 127.0.0.1/32 trust\n', { mode: 0o600 })
  for (const file of [join(dir, 'recovery.signal'), hbaFile]) changeOwner(file, installation)
  const settings = {
    ...endpoint.settings,
    hba_file: hbaFile,
    restore_command: restoreCommand ?? 'exit 1',
    // With the offset in digits: names of zones, also Z, are not known yet when it is read.
    recovery_target_time: until?.toISOString().replace('Z', '+00') ?? '',
    recovery_target_timeline: timeline ?? 'latest',
    recovery_target_action: 'promote',
    archive_mode: 'off',
    // Connections are accepted once everything is replayed.
    hot_standby: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'fatal',
    log_error_verbosity: 'terse',
  }
  const log = openSync(logFile, 'w', 0o600)
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const command = postgresCommand(installation, installation.postgres, ['-D', dir, ...flags])
  const child = spawn(command.file, command.flags, {
    ...command.options,
    detached: true,
    stdio: ['ignore', log, log],
  })
  child.on('error', () => {})
  closeSync(log)
  try {
    const client = await waitForEnd(child, { host: endpoint.host, port: endpoint.port }, logFile)
    const password = randomBytes(24).toString('base64url')
    await client.query(`alter role timbre password ${pg.escapeLiteral(password)}`)
    const { rows } = await client.query<{ end: string; committedAt: Date | null }>(
      `select pg_last_wal_replay_lsn()::text as end, pg_last_xact_replay_timestamp() as "committedAt"`,
    )
    await client.end()
    return { password, end: rows[0]?.end ?? '', committedAt: rows[0]?.committedAt ?? undefined }
  } finally {
    await stopPostmaster(child, dir)
    endpoint.close()
    for (const left of [logFile, hbaFile]) rmSync(left, { force: true })
  }
}

async function waitForEnd(
  child: ChildProcess,
  address: { host: string; port: number },
  logFile: string,
): Promise<pg.Client> {
  for (;;) {
    const client = new pg.Client({ ...address, user: 'timbre', database: 'timbre' })
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch (error) {
      await client.end().catch(() => {})
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null)
        throw new Error(unreplayable(reasonIn(logFile)))
      // 57P03: it is still replaying.
      if (isDatabaseError(error) && error.code !== '57P03') throw error
      await setTimeout(50)
    }
  }
}

function unreplayable(reason: string): string {
  return /before configured recovery target was reached/.test(reason)
    ? 'The log ends before the time of --at. Leave out --at to restore everything up to the end of the log.'
    : `The backup can't be replayed: ${reason}`
}

/** The server's reason, without its answers to connections that came too early. */
function reasonIn(logFile: string): string {
  const lines = readFileSync(logFile, 'utf8').split('\n')
  const reasons = lines.filter(
    (line) =>
      /(FATAL|PANIC):/.test(line) &&
      !/the database system is (starting up|not yet accepting|not accepting|shutting down|in recovery)/.test(
        line,
      ),
  )
  return reasons.at(-1)?.replace(/^.*?(FATAL|PANIC): */, '') ?? 'the server logged no reason'
}
