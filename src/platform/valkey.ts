import { Redis } from 'iovalkey'
import type { SecretKey } from '../contract/secret-key.ts'
import type { SharedBuckets } from './limits.ts'
import type { Log } from './log.ts'
import { monotonicNow } from './monotonic-clock.ts'
import { allowanceOf } from './rate-limiter.ts'

export type ValkeySettings = {
  url: string
  secretKey: Pick<SecretKey, 'mac'>
  log: Log
  /** Multiplies how long a request waits for it. Default: 1. */
  patience?: number | undefined
}

export type ValkeyLimits = { take: SharedBuckets; close: () => void }

/**
 * Counts rate limits in Valkey or Redis, exactly over all instances. While it is away, each instance allows its part of
 * the limits; the log has one line when it goes and one when it is back.
 */
export function openValkeyLimits({ url, secretKey, log, patience = 1 }: ValkeySettings): ValkeyLimits {
  const client = new Redis(url.replace(/^valkey(s?):/, 'redis$1:'), {
    lazyConnect: true,
    // A request must not wait for it: what can't be answered now is counted here.
    enableOfflineQueue: false,
    connectTimeout: 2_000,
    maxRetriesPerRequest: 0,
    // A primary that became a replica.
    reconnectOnError: ({ message }) => message.startsWith('READONLY'),
    retryStrategy: (attempt) => Math.min(100 * 2 ** attempt, 2_000),
    scripts: { takeRequest: { lua: genericCellRate, numberOfKeys: 1 } },
  }) as Redis & TakeRequest
  let isAway = false
  let askAgainAt = 0

  function noteAway({ message }: Error): void {
    askAgainAt = monotonicNow() + pauseMilliseconds
    if (isAway) return
    isAway = true
    log.warn(
      { cause: message },
      'VALKEY_URL does not answer; each instance allows its part of the rate limits',
    )
  }

  function noteBack(): void {
    if (!isAway) return
    isAway = false
    log.info({}, 'VALKEY_URL answers again; rate limits are exact over all instances')
  }

  // Every failed attempt to connect is an event; without a listener it would end the process.
  client.on('error', noteAway)
  const noteClosed = () => noteAway(new Error('the connection was closed'))
  client.on('close', noteClosed)
  client.connect().catch(noteAway)

  return {
    async take(rate, key, requests) {
      if (client.status !== 'ready' || monotonicNow() < askAgainAt) return undefined
      const { limit, burst, perSecond } = rate
      // Payers are addresses, people and links. The store is another program, which needn't know them.
      const hashed = secretKey.mac('limit', `${limit} ${key}`).toString('base64url').slice(0, 24)
      try {
        const taking = client.takeRequest(
          `timbre:limit:${hashed}`,
          1_000_000 / perSecond,
          (burst * 1_000_000) / perSecond,
          requests,
        )
        const [isWithin, aheadMicroseconds] = await inTime(taking, timeoutMilliseconds * patience)
        noteBack()
        return allowanceOf(rate, burst - (aheadMicroseconds / 1_000_000) * perSecond, isWithin === 1)
      } catch (error) {
        noteAway(error as Error)
        // A store that hangs gets no further commands. The new connection counts once it has answered.
        if (error instanceof Late) client.disconnect(true)
        return undefined
      }
    },
    close() {
      client.off('close', noteClosed)
      client.disconnect()
    },
  }
}

/** Far more than an answer takes in one data center. */
const timeoutMilliseconds = 100
/** After an error nobody waits for it again for as long as this. */
const pauseMilliseconds = 1_000

class Late extends Error {}

/** If this process is busy, an answer that has arrived is read before the time is up: the turn of the event loop ends. */
async function inTime<T>(answer: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const overdue = new Promise<never>((_, reject) => {
    const late = () => setImmediate(() => reject(new Late('no answer in time')))
    timer = setTimeout(late, milliseconds)
  })
  try {
    return await Promise.race([answer, overdue])
  } finally {
    clearTimeout(timer)
    answer.catch(() => {})
  }
}

type TakeRequest = {
  takeRequest: (
    key: string,
    emissionMicroseconds: number,
    capacityMicroseconds: number,
    requests: 1 | -1,
  ) => Promise<[isWithin: 0 | 1, aheadMicroseconds: number]>
}

/**
 * The generic cell rate algorithm, by the clock of the store: a key holds the time at which its bucket is full again, and
 * is gone once it is. Returns whether the request is within the limit, and how far that time is ahead.
 */
const genericCellRate = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local full = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), now)
local requests = tonumber(ARGV[3])
local changed = math.max(full + tonumber(ARGV[1]) * requests, now)
if requests > 0 and changed - now > tonumber(ARGV[2]) + 1 then
  return { 0, full - now }
end
if changed > now then
  redis.call('SET', KEYS[1], string.format('%.0f', changed), 'PX', math.ceil((changed - now) / 1000))
else
  redis.call('DEL', KEYS[1])
end
return { 1, changed - now }
`
