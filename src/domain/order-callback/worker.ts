import { type AtsHosts, isAtsAddress } from '../../contract/ats-hosts.ts'
import { errorCode } from '../../contract/loggable-error.ts'
import type { InstallationConfig } from '../../contract/operation.ts'
import type { Clock, Database, Sql } from '../../contract/ports.ts'
import { recordWithinLease } from '../../contract/record-within-lease.ts'
import type { SecretKey } from '../../contract/secret-key.ts'
import type { CallWebhook, WebhookRequest, WebhookResponse } from '../../contract/webhook-call.ts'
import type { WorkerLog } from '../../contract/worker-log.ts'
import { insertEntry } from '../connection/entry-store.ts'
import { keyContext, remoteKeyContext } from '../connection/model.ts'
import { profileUrlOf } from '../order/door-operations.ts'
import { labelsOf } from '../order/labels.ts'
import { findProfile } from '../profile/store.ts'
import { type ClaimLoop, startClaimLoop } from '../webhook/claim-loop.ts'
import { isSuccess } from '../webhook/delivery-store.ts'
import { secondsUntilAttempt } from '../webhook/retry.ts'
import { userAgentOf } from '../webhook/signed-request.ts'
import { ashbyRequest } from './ashby.ts'
import { greenhouseRequest } from './greenhouse.ts'
import {
  type CallbackFacts,
  type ClaimedCallback,
  claimCallbacks,
  findCallbackFacts,
  keepCallback,
  recordCallback,
} from './store.ts'

export type CallbackWorkerOptions = {
  database: Database
  callWebhook: CallWebhook
  secretKey: SecretKey
  clock: Clock
  newId: () => string
  installation: InstallationConfig
  atsHosts: AtsHosts
  log: WorkerLog
  concurrency: number
}

/** Reports to the systems that ordered assessments, with the guard and the schedule of webhooks. */
export function startCallbackWorker(options: CallbackWorkerOptions): ClaimLoop {
  const { database, clock, log, concurrency } = options
  return startClaimLoop({
    name: 'order callbacks',
    async claim(limit) {
      const claimed = await database.inSystem((sql) =>
        claimCallbacks(sql, { now: clock(), leaseSeconds, limit }),
      )
      return { claimed, isMore: claimed.length > 0 }
    },
    send: (callback) => report(options, callback),
    log,
    concurrency,
    wakeMilliseconds,
  })
}

/** Every event of any account wakes the worker, and few have a report. */
const wakeMilliseconds = 100

/** Longer than one request and the recording of its outcome. */
const leaseSeconds = 45

async function report(options: CallbackWorkerOptions, callback: ClaimedCallback): Promise<void> {
  const { database, log } = options
  const { accountId, connectionId, orderId, kind, attempts } = callback
  const fields = { accountId, connectionId, orderId, kind, attempts }
  try {
    const prepared = await database.inAccount(accountId, (sql) => prepare(options, sql, callback))
    const response = await send(options, prepared)
    const isRecorded = await recordWithinLease(() =>
      database.inAccount(accountId, (sql) => record(options, sql, callback, prepared, response)),
    )
    const logged = { ...fields, status: response.status, error: response.error, isRecorded }
    if (isSuccess(response)) log.debug(logged, 'order callbacks: delivered')
    else log.warn(logged, 'order callbacks: failed')
  } catch (cause) {
    log.error({ ...fields, error: errorCode(cause) }, 'order callbacks: cannot record the outcome')
  }
}

/** The request; or why there is none. `kept`: the account is a sandbox, and nothing leaves it. */
type Prepared = { request: WebhookRequest; profileId: string; isKept: boolean } | { refusal: string }

async function prepare(
  options: CallbackWorkerOptions,
  sql: Sql,
  callback: ClaimedCallback,
): Promise<Prepared> {
  const facts = await findCallbackFacts(sql, callback)
  if (!facts) return { refusal: 'connection ended' }
  const request = await requestFor(options, sql, callback, facts)
  return 'refusal' in request ? request : { request, profileId: facts.profileId, isKept: facts.isSandbox }
}

async function requestFor(
  { secretKey, installation, atsHosts }: CallbackWorkerOptions,
  sql: Sql,
  { accountId, connectionId, kind, stamp }: ClaimedCallback,
  facts: CallbackFacts,
): Promise<WebhookRequest | { refusal: string }> {
  const { provider, reference, profileId, callbackUrl, keySealed, remoteKeySealed, sharesLabels } = facts
  const userAgent = userAgentOf(installation.publicUrl)
  const open = (sealed: Buffer, context: Parameters<SecretKey['unseal']>[1]) =>
    secretKey.unseal(sealed, context).toString('utf8')
  const remoteKey = remoteKeySealed
    ? open(remoteKeySealed, remoteKeyContext(accountId, connectionId))
    : undefined
  if (provider === 'greenhouse') {
    // Checked again here: the operator may have removed a host, and a key is sent along.
    if (callbackUrl === null || !isAtsAddress(atsHosts, provider, callbackUrl) || keySealed === null)
      return { refusal: 'address not allowed' }
    const key = open(keySealed, keyContext(accountId, connectionId))
    return greenhouseRequest(callbackUrl, { key, remoteKey, userAgent })
  }
  if (remoteKey === undefined) return { refusal: 'the key at Ashby is missing: enter it in Settings' }
  const profile =
    sharesLabels && kind === 'completed' ? await findProfile(sql, accountId, profileId) : undefined
  const profileUrl = profileUrlOf({ installation }, profileId)
  const labels = profile ? labelsOf(profile) : []
  return ashbyRequest(
    atsHosts.ashby,
    { kind, reference, stamp, profileUrl, labels },
    { remoteKey, userAgent },
  )
}

async function send({ callWebhook }: CallbackWorkerOptions, prepared: Prepared): Promise<WebhookResponse> {
  if ('refusal' in prepared) return { status: null, milliseconds: 0, error: prepared.refusal, excerpt: null }
  if (prepared.isKept) return { status: 200, milliseconds: 0, error: null, excerpt: null }
  return callWebhook(prepared.request)
}

async function record(
  { clock, newId }: CallbackWorkerOptions,
  sql: Sql,
  callback: ClaimedCallback,
  prepared: Prepared,
  response: WebhookResponse,
): Promise<boolean> {
  const { accountId, connectionId, orderId, kind, attempts } = callback
  const now = clock()
  const { retryAfterSeconds } = response
  const seconds = isSuccess(response)
    ? undefined
    : secondsUntilAttempt(attempts, { random: Math.random(), retryAfterSeconds })
  const state = isSuccess(response) ? 'delivered' : seconds === undefined ? 'failed' : 'waiting'
  const dueAt = seconds === undefined ? null : new Date(now.getTime() + seconds * 1_000)
  if (!(await recordCallback(sql, callback, { state, dueAt, now }))) return false
  if ('request' in prepared && prepared.isKept) {
    const { profileId, request } = prepared
    const { url, method = 'POST', body } = request
    await keepCallback(sql, callback, { profileId, url, text: `${method} ${url}\n\n${body}`, now })
  }
  const problem = response.error ?? response.excerpt
  await insertEntry(
    sql,
    { accountId, connectionId },
    {
      ...{ id: newId(), at: now, direction: 'out', call: kind, status: response.status },
      isProblem: state !== 'delivered',
      message: state === 'delivered' ? null : (problem?.slice(0, 300) ?? null),
      orderId,
    },
  )
  return true
}
