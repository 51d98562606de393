import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { Failure } from '../../contract/failure.ts'
import { networkOf } from '../../contract/payer.ts'
import { type AccountMemory, createAccountMemory } from './account-memory.ts'
import { createAdaptiveLimit } from './adaptive-limit.ts'
import { type ClientAddress, createClientAddress } from './client-address.ts'
import { type Applicant, createPlaces, type PlaceClass, type RefusalReason } from './places.ts'
import type { RefusalCode } from './refusal.ts'
import { bulkTools, type ClassifyRequest } from './request-class.ts'

export type AdmissionMetrics = {
  observeRefusal: (refusal: { requestClass: number; reason: RefusalReason }) => void
  /** Called once, with how to read the limit and the requests that have or want a place. */
  watchAdmission: (read: () => { limit: number; inFlight: number; waiting: number }) => void
}

export type AdmissionSettings = {
  classify: ClassifyRequest
  refuse: (request: IncomingMessage, response: ServerResponse, code: RefusalCode) => void
  /** Whether the disk is short of space. Then work for many people isn't started. */
  isStorageLow: () => boolean
  /** Connections to the database: it can do that much at once. */
  poolSize: number
  /** A monotonic clock in ms. */
  now: () => number
  /** Multiplies the time that requests may wait; for tests on slow machines. */
  patience?: number | undefined
  /** Addresses and subnets whose X-Forwarded-For is believed. */
  trustedProxies: readonly string[]
  metrics: AdmissionMetrics | undefined
  warn: (fields: object, message: string) => void
}

export type Admission = {
  /** Passes the request on now, after a moment, or never. */
  admit(request: IncomingMessage, response: ServerResponse, handler: RequestListener): void
  accounts: AccountMemory
}

/** With fewer, a process waits for its database. */
const least = 16
const most = 256
/** ms that requests may wait, in a burst and under overload. */
const usualPatience = { burst: 200, overload: 75, overloadOfBulk: 1_000 }

/**
 * Decides before the framework whether a request is started: only as many are in flight at once as the service answers
 * quickly. Everything else waits a moment or is refused, so that under any load most of the work is for requests whose
 * answer is still wanted. Health is outside of it.
 */
export function createAdmission(settings: AdmissionSettings): Admission {
  const { now } = settings
  const limit = createAdaptiveLimit({ start: 2 * settings.poolSize, least, most }, now)
  const accounts = createAccountMemory()
  const addressOf = createClientAddress(settings.trustedProxies)
  const { burst, overload, overloadOfBulk } = usualPatience
  const times = settings.patience ?? 1
  const places = createPlaces({
    limit: limit.current,
    now,
    patience: {
      burst: burst * times,
      overload: overload * times,
      overloadOfBulk: overloadOfBulk * times,
    },
  })
  settings.metrics?.watchAdmission(() => ({
    limit: limit.current(),
    inFlight: places.inFlight(),
    waiting: places.waiting(),
  }))
  const noteRefusal = createRefusalLog(settings)

  function apply(
    request: IncomingMessage,
    response: ServerResponse,
    { kind, requestClass, handler }: { kind: string; requestClass: PlaceClass; handler: RequestListener },
  ): void {
    let startedAt = 0
    let isRefused = false
    const leave = places.apply({
      requestClass,
      ...payerOf(request, requestClass, { accounts, addressOf }),
      admit() {
        startedAt = now()
        limit.noteInFlight(places.inFlight())
        handler(request, response)
      },
      refuse(reason) {
        isRefused = true
        noteRefusal(requestClass, reason)
        if (!response.destroyed) settings.refuse(request, response, 'overloaded')
      },
    })
    if (isRefused) return
    releases.set(response, leave)
    response.once('close', () => {
      if (releases.delete(response) && response.writableFinished && startedAt > 0)
        limit.note(kind, now() - startedAt)
      leave()
    })
  }

  return {
    accounts,
    admit(request, response, handler) {
      const { requestClass, kind } = settings.classify(request.method ?? '', request.url ?? '')
      if (requestClass === 0) handler(request, response)
      else if (requestClass === 4 && kind !== 'documents' && settings.isStorageLow()) {
        noteRefusal(requestClass, 'storage')
        settings.refuse(request, response, 'storage_low')
      } else apply(request, response, { kind, requestClass, handler })
    },
  }
}

/** Refuses tools that work for many people while the disk is short of space, as `admit` refuses such requests. */
export function refusingBulkTools({
  isStorageLow,
  metrics,
}: Pick<AdmissionSettings, 'isStorageLow' | 'metrics'>): (tool: string) => void {
  return (tool) => {
    if (!bulkTools.has(tool) || !isStorageLow()) return
    metrics?.observeRefusal({ requestClass: 4, reason: 'storage' })
    throw new Failure('storage_low', { retryAfterSeconds: 60 })
  }
}

const releases = new WeakMap<ServerResponse, () => void>()

/**
 * Gives back the place of a request that now waits for something else than this service: for an event or a language
 * model. Its duration says nothing about the load either.
 */
export function releasePlace(response: ServerResponse): void {
  const release = releases.get(response)
  releases.delete(response)
  release?.()
}

/**
 * A known token stands for its account; everything else is counted by network. Tokens that weren't seen before and requests
 * without a cookie are unproven. Anyone can make up a cookie too, but not from many networks.
 */
function payerOf(
  request: IncomingMessage,
  requestClass: PlaceClass,
  { accounts, addressOf }: { accounts: AccountMemory; addressOf: ClientAddress },
): Pick<Applicant, 'group' | 'isProven'> {
  const { authorization, cookie } = request.headers
  const account = authorization === undefined ? undefined : accounts.find(authorization)
  if (account !== undefined) return { group: account, isProven: true }
  const hasSession = authorization === undefined && requestClass === 1 && cookie !== undefined
  return { group: networkOf(addressOf(request)).key, isProven: hasSession }
}

/** One line a second and reason at most, with the number of refusals since the one before. */
function createRefusalLog({ warn, metrics, now }: Pick<AdmissionSettings, 'warn' | 'metrics' | 'now'>) {
  const logged = new Map<RefusalReason, { at: number; count: number }>()
  return (requestClass: PlaceClass, reason: RefusalReason) => {
    metrics?.observeRefusal({ requestClass, reason })
    const line = logged.get(reason) ?? { at: Number.NEGATIVE_INFINITY, count: 0 }
    logged.set(reason, line)
    line.count += 1
    if (now() - line.at < 1_000) return
    const message = reason === 'storage' ? 'short of disk space' : 'overloaded'
    warn({ reason, class: requestClass, refused: line.count }, message)
    line.at = now()
    line.count = 0
  }
}
