import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { killServers, stopProcess, stopServers, waitForExit } from './cluster-claim.ts'
import { isDatabaseError } from './errors.ts'
import { type PostgresInstallation, postgresCommand } from './postgres-installation.ts'

export type PostmasterOptions = {
  dir: string
  logFile: string
  installation: PostgresInstallation
  settings: Record<string, string | number>
  /** How the server is reached when it runs. */
  connection: pg.ClientConfig
  /** The claim of the cluster, which the server keeps open for as long as one of its processes lives. */
  claim: number | undefined
  /** Ends the start: whatever was launched is stopped, and nothing is launched any more. */
  signal?: AbortSignal
}

/**
 * Starts the server on a claimed cluster and waits until it has accepted a connection. After a kill the first tries may
 * meet the lock file and the shared memory of processes that are still dying, so it tries until they are gone.
 * Throws with the last line of the server's log when it does not start within `seconds`.
 */
export async function startPostmaster(options: PostmasterOptions, seconds = 60): Promise<ChildProcess> {
  const deadline = Date.now() + seconds * 1_000
  for (;;) {
    await stopServers(options.dir)
    options.signal?.throwIfAborted()
    if (sizeOf(options.logFile) > 10_000_000) truncateSync(options.logFile)
    const logged = sizeOf(options.logFile)
    const launchId = randomBytes(12).toString('hex')
    const child = launch(options, launchId)
    const refusal = await awaitConnection(child, { ...options, launchId, deadline })
    if (refusal === undefined) return child
    await stopPostmaster(child, options.dir)
    options.signal?.throwIfAborted()
    const reason = lastLine(options.logFile, logged) ?? refusal
    const passing = /lock file|shared memory|starting up/.test(reason)
    if (!passing || Date.now() > deadline) throw new Error(`The embedded database did not start: ${reason}`)
    await setTimeout(100)
  }
}

/**
 * Stops the server: clients are cut, what is committed is kept. Says whether it ended in the ordinary way, so that the
 * next start needs no recovery; one that hangs is killed with all its processes.
 */
export async function stopPostmaster(child: ChildProcess, dir: string): Promise<boolean> {
  if (child.pid === undefined || !lives(child)) return true
  const isOrdinary = await stopProcess(child.pid, () => lives(child))
  if (!isOrdinary) {
    killServers(dir)
    await waitForExit(dir, 1_000)
  }
  return isOrdinary
}

function lives(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null
}

/** The setting by which a connection knows that it reached the server that was launched here, and no other. */
const launchIdSetting = 'timbre.launch'

/** In a session of its own, so that a signal to our group does not stop the server before we have drained. */
function launch(options: PostmasterOptions, launchId: string): ChildProcess {
  const { dir, logFile, installation, settings, claim } = options
  const log = openSync(logFile, 'a', 0o600)
  const all = { ...settings, [launchIdSetting]: launchId }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
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

/** Undefined when our server has answered; else what stood in the way. Lock files say nothing that could be believed. */
async function awaitConnection(child: ChildProcess, options: StartAttempt): Promise<string | undefined> {
  let refusal = 'it says nothing'
  while (child.pid !== undefined && lives(child) && !options.signal?.aborted) {
    const answer = await ask(options)
    if (answer === options.launchId) return undefined
    if (answer instanceof Error) refusal = answer.message
    if (isFinal(answer) || Date.now() > options.deadline) return refusal
    await setTimeout(10)
  }
  return refusal
}

/** The mark of the server that answers at our place, or why there is no answer. */
async function ask({ connection }: StartAttempt): Promise<string | Error> {
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

/** A wrong password or a missing database stays so; a server that is starting or recovering does not. */
function isFinal(answer: string | Error): boolean {
  return isDatabaseError(answer) && /^(28|3D)/.test(answer.code ?? '')
}

function lastLine(logFile: string, from: number): string | undefined {
  const said = readFileSync(logFile).subarray(from).toString('utf8').split('\n')
  const lines = said.filter((line) => /FATAL|PANIC|ERROR|postgres:/.test(line))
  return lines.at(-1)?.replace(/^.*?(FATAL|PANIC|ERROR): */, '')
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
