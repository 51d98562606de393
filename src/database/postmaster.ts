import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { killServers, stopProcess, stopServers, waitForExit } from './cluster-claim.ts'
import { isDatabaseError } from './errors.ts'
import { rotateLog } from './log-rotation.ts'
import { type PostgresInstallation, postgresCommand } from './postgres-installation.ts'

export type PostmasterOptions = {
  dir: string
  logFile: string
  installation: PostgresInstallation
  settings: Record<string, string | number>
  /** How to connect to the running server. */
  connection: pg.ClientConfig
  /** The claim's descriptor, which the server's processes keep open as long as one of them runs. */
  claim: number | undefined
  /** Cancels the start: a launched server is stopped, and no further one is launched. */
  signal?: AbortSignal
}

/**
 * Starts the server on a claimed cluster and waits until it accepts a connection. After a kill the first attempts may
 * fail on the lock file and shared memory of processes that are still ending, so it retries until they are gone. Throws
 * with the last line of the server's log if it doesn't start within `seconds`.
 */
export async function startPostmaster(options: PostmasterOptions, seconds = 60): Promise<ChildProcess> {
  const deadline = Date.now() + seconds * 1_000
  for (;;) {
    await stopServers(options.dir)
    options.signal?.throwIfAborted()
    await rotateLog(options.logFile)
    const logStart = sizeOf(options.logFile)
    const launchId = randomBytes(12).toString('hex')
    const child = launch(options, launchId)
    const refusal = await awaitConnection(child, { ...options, launchId, deadline })
    if (refusal === undefined) return child
    await stopPostmaster(child, options.dir)
    options.signal?.throwIfAborted()
    const reason = lastLine(options.logFile, logStart) ?? refusal
    const isTransient = /lock file|shared memory|starting up/.test(reason)
    if (!isTransient || Date.now() > deadline)
      throw new Error(`The embedded database did not start: ${reason}`)
    await setTimeout(100)
  }
}

/**
 * Stops the server: clients are disconnected, committed data is kept. Returns whether it ended normally, so that the
 * next start needs no recovery. A server that hangs is killed with all its processes.
 */
export async function stopPostmaster(child: ChildProcess, dir: string): Promise<boolean> {
  if (child.pid === undefined || !isAlive(child)) return true
  const wasClean = await stopProcess(child.pid, () => isAlive(child))
  if (!wasClean) {
    killServers(dir)
    await waitForExit(dir, 1_000)
  }
  return wasClean
}

function isAlive(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null
}

/** A server setting that lets a connection verify that it reached the server launched here. */
const launchIdSetting = 'timbre.launch'

/**
 * Detached into its own session, so that a signal to our process group doesn't stop the server before we have drained.
 */
function launch(options: PostmasterOptions, launchId: string): ChildProcess {
  const { dir, logFile, installation, settings, claim } = options
  const log = openSync(logFile, 'a', 0o600)
  const allSettings = { ...settings, [launchIdSetting]: launchId }
  const flags = Object.entries(allSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const command = postgresCommand(installation, installation.postgres, ['-D', dir, ...flags])
  const child = spawn(command.file, command.flags, {
    ...command.options,
    detached: true,
    stdio: ['ignore', log, log, claim ?? 'ignore'],
  })
  child.on('error', () => {})
  closeSync(log)
  return child
}

type StartAttempt = PostmasterOptions & { launchId: string; deadline: number }

/** Undefined once our server has answered, otherwise the reason. Lock files aren't trusted. */
async function awaitConnection(child: ChildProcess, options: StartAttempt): Promise<string | undefined> {
  let refusal = 'it logged no reason'
  while (child.pid !== undefined && isAlive(child) && !options.signal?.aborted) {
    const result = await readLaunchId(options)
    if (result === options.launchId) return undefined
    if (result instanceof Error) refusal = result.message
    if (isFinal(result) || Date.now() > options.deadline) return refusal
    await setTimeout(10)
  }
  return refusal
}

/** The launch ID of the server that answers, or why there is no answer. */
async function readLaunchId({ connection }: StartAttempt): Promise<string | Error> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 2_000, query_timeout: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query('select current_setting($1, true) as mark', [launchIdSetting])
    return String(rows[0]?.mark ?? '')
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  } finally {
    await client.end().catch(() => {})
  }
}

/** A wrong password or a missing database won't change; a server that is starting or recovering will. */
function isFinal(answer: string | Error): boolean {
  return isDatabaseError(answer) && /^(28|3D)/.test(answer.code ?? '')
}

function lastLine(logFile: string, from: number): string | undefined {
  const logged = readFileSync(logFile).subarray(from).toString('utf8').split('\n')
  const lines = logged.filter((line) => /FATAL|PANIC|ERROR|postgres:/.test(line))
  return lines.at(-1)?.replace(/^.*?(FATAL|PANIC|ERROR): */, '')
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
