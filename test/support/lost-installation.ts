import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createIdentity } from '../../src/backup/sealed-file.ts'
import type { DemoFile } from '../../src/demo/seed.ts'
import { filesWith } from './backups.ts'
import { copyDataDir } from './prepared-data-dir.ts'
import { newDataDir, postmasterPid, type Running, startProcess } from './process.ts'
import { shellOf } from './scripts.ts'
import { callAs, freePort, signIn, type TestAccount } from './service.ts'
import { newEmail } from './test-rows.ts'

export type LossOptions = {
  /** Seconds of writes before the backup begins, and after it. */
  seconds: number
  secondsAfter: number
  writers: number
  /** Whether the log that wasn't archived yet survives. Otherwise the last minute may be lost. */
  hasLastLog: boolean
}

export type LossOutcome = {
  acknowledged: number
  /** Acknowledged and not there after the restore: without the last log only what is older than 65 seconds. */
  lost: string[]
  /** Acknowledged in the last 65 seconds and not there. */
  later: number
  /** Acknowledged after the backup began. */
  sinceBackup: number
  /** People whose export differs. */
  differing: string[]
  exports: number
  /** Whether the person erased after the backup is there again. */
  isBack: boolean
  /** Files of the backup that contain a planted name or a token. */
  revealing: string[]
  /** Exit codes of `audit verify` and `verify results`. */
  verified: number[]
  /** Messages that waited for `outbox release`; one was queued after the restore. */
  held: number
  /** Milliseconds: the 99th percentile of writes before the backup and while it runs. */
  p99: { before: number; during: number }
  backupSeconds: number
  restoreSeconds: number
  bytes: number
}

/** Carried by the first person, so that a search could find it. */
export const plantedName = 'Zyxomma'

/**
 * Writes to a service, backs it up in between, kills it with its database, removes everything but the backup and the
 * secret key, and restores. Compares what was acknowledged with what is there.
 */
export async function loseInstallation(options: LossOptions): Promise<LossOutcome> {
  const { seconds, secondsAfter, writers, hasLastLog } = options
  const [backupDir, dataDir] = [newDataDir(), await copyDataDir('demo')]
  const { identity, recipient } = await createIdentity()
  const identityFile = join(newDataDir(), 'identity.txt')
  writeFileSync(identityFile, identity)
  const environment = {
    ...{
      BACKUP_DIR: backupDir,
      BACKUP_RECIPIENT: recipient,
      PORT: String(await freePort()),
      DATA_DIR: dataDir,
    },
    ...{ DEMO: 'on', RATE_LIMITS: 'off', LOG_LEVEL: 'error' },
  }
  const service = startProcess(environment)
  await service.ready()
  const call = await openDemoAccount(service, dataDir)
  const planted = await addPerson(call, plantedName)
  const exports = await readExports(call, await newestPeople(call))
  if (!exports.has(planted)) throw new Error('The export of the planted person is missing')
  const erased = await addPerson(call)
  const writing = startWriters(call, writers)
  await setTimeout(seconds * 1_000)
  const timbre = shellOf(environment)
  const beganAt = performance.now()
  const backup = await timbre('backup now --json')
  if (backup.code !== 0) throw new Error(backup.stderr)
  const endedAt = performance.now()
  await setTimeout(secondsAfter * 1_000)
  await writing.stop()
  const restored = join(newDataDir(), 'new')
  const key = readFileSync(join(dataDir, 'secret.key'), 'utf8')
  const killedAt = performance.now()
  const lastLog = await erase(service, erased, dataDir)
  const restoring = performance.now()
  const { id } = backup.json.backup
  const log = hasLastLog ? ` --log ${lastLog}` : ''
  const made = await timbre(`restore ${id} --into ${restored} --identity ${identityFile}${log}`)
  if (made.code !== 0) throw new Error(made.stderr)
  const restoreSeconds = (performance.now() - restoring) / 1_000
  writeFileSync(join(restored, 'secret.key'), key, { mode: 0o600 })
  const before = writing.written.filter(({ at }) => at < beganAt)
  const isArchived = ({ at }: Written) => hasLastLog || at < killedAt - 65_000
  const found = await compareRestored(
    { ...environment, DATA_DIR: restored, PORT: String(await freePort()) },
    dataDir,
    {
      exports,
      erased,
    },
  )
  const isThere = (profile: { id: string }) => found.ids.has(profile.id)
  return {
    ...found.outcome,
    acknowledged: writing.written.length,
    lost: writing.written.filter((one) => isArchived(one) && !isThere(one)).map((one) => one.id),
    later: writing.written.filter((one) => !isArchived(one) && !isThere(one)).length,
    sinceBackup: writing.written.length - before.length,
    exports: exports.size,
    revealing: [plantedName, key.trim()].flatMap((text) => filesWith(backupDir, text)),
    p99: {
      before: p99Of(before),
      during: p99Of(writing.written.filter(({ at }) => at >= beganAt && at < endedAt)),
    },
    backupSeconds: (endedAt - beganAt) / 1_000,
    restoreSeconds,
    bytes: backup.json.bytes,
  }
}

type Call = TestAccount['call']
type Written = { id: string; at: number; milliseconds: number }

export async function openDemoAccount({ url }: Running, dataDir: string): Promise<Call> {
  const { demo } = (JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as DemoFile).accounts
  if (!demo) throw new Error('demo.json names no demo account')
  return callAs(`${url}/api/v4`, await signIn(`${url}/api/v4`, demo))
}

export async function addPerson(call: Call, firstName = 'Ada'): Promise<string> {
  const { body, text } = await call('POST', '/profile', { firstName })
  if (!body?.profile) throw new Error(text)
  return body.profile.id
}

async function invite(call: Call): Promise<void> {
  const { body } = await call('POST', '/profile', { firstName: 'Ada', email: newEmail() })
  const { status, text } = await call('POST', `/profile/${body.profile.id}/invite/email`)
  if (status !== 204) throw new Error(text)
}

export async function newestPeople(call: Call): Promise<string[]> {
  const { body } = await call('GET', '/profiles?limit=10')
  return body.profiles.map(({ id }: { id: string }) => id)
}

/** Without the time at which they were made. */
export async function readExports(call: Call, ids: readonly string[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (const id of ids) {
    const { status, body } = await call('GET', `/profile/${id}/export`)
    texts.set(id, `${status} ${JSON.stringify({ ...body.data, exportedAt: null })}`)
  }
  return texts
}

const pauseMilliseconds = 5

/** Each pauses after a request, because writing without a break would take the processor from the tests beside it. */
export function startWriters(call: Call, count: number) {
  const written: Written[] = []
  let isOver = false
  const write = async () => {
    while (!isOver) {
      const began = performance.now()
      const id = await addPerson(call)
      const at = performance.now()
      written.push({ id, at, milliseconds: at - began })
      await setTimeout(pauseMilliseconds)
    }
  }
  const writers = Array.from({ length: count }, write)
  return {
    written,
    async stop() {
      isOver = true
      await Promise.all(writers)
    },
  }
}

/**
 * Deletes one person, then kills the service and its database and removes their data. Returns a folder with the log of
 * that moment.
 */
async function erase(service: Running, profileId: string, dataDir: string): Promise<string> {
  const call = await openDemoAccount(service, dataDir)
  const { status, text } = await call('DELETE', `/profile/${profileId}`)
  if (status !== 204) throw new Error(text)
  const postmaster = postmasterPid(dataDir)
  process.kill(service.pid, 'SIGKILL')
  if (postmaster) process.kill(postmaster, 'SIGKILL')
  await service.ended
  const lastLog = newDataDir()
  for (const name of ['timbre_archive', 'pg_wal'])
    cpSync(join(dataDir, 'postgres', name), lastLog, { recursive: true })
  for (const name of ['postgres', 'secret.key', 'audit-heads.jsonl'])
    rmSync(join(dataDir, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  return lastLog
}

export async function compareRestored(
  environment: Record<string, string>,
  lostDir: string,
  { exports, erased }: { exports: Map<string, string>; erased: string },
) {
  const timbre = shellOf(environment)
  const service = startProcess({ ...environment, DEMO: 'off' })
  await service.ready()
  const call = await openDemoAccount(service, lostDir)
  const differing: string[] = []
  for (const [id, text] of await readExports(call, [...exports.keys()]))
    if (text !== exports.get(id)) differing.push(id)
  const ids = await allIds(call)
  await invite(call)
  const verified = [
    (await shellOf(environment, 'audit')('verify')).code,
    (await timbre('verify results')).code,
  ]
  const released = await timbre('outbox release --json')
  await service.stop()
  const held = released.json?.released.messages ?? 0
  return { ids, outcome: { differing, isBack: ids.has(erased), verified, held } }
}

async function allIds(call: Call): Promise<Set<string>> {
  const ids = new Set<string>()
  for (let page = 1; ; page += 1) {
    const { body } = await call('GET', `/profiles?limit=100&page=${page}`)
    for (const { id } of body.profiles) ids.add(id)
    if (body.profiles.length < 100) return ids
  }
}

export function p99Of(written: readonly Written[]): number {
  const times = written.map(({ milliseconds }) => milliseconds).sort((one, other) => one - other)
  return Math.round(times[Math.floor(times.length * 0.99)] ?? 0)
}
