import type { Sql } from '../../contract/ports.ts'

export type MessageChannel = 'email' | 'sms'

/** What all instances know of a channel. A closed one gets nothing but the probe that `isProbe` allows to this instance. */
export type ChannelState = { channel: MessageChannel; failures: number; isClosed: boolean; isProbe: boolean }

/**
 * The channels whose last attempt failed, in a system transaction. If a closed one may be tried again, this instance is
 * the one that does, and the next probe is fifteen seconds later. By the clock of the database; tests have another.
 */
export function readBreaker(sql: Sql, at?: Date): Promise<ChannelState[]> {
  return sql.rows<ChannelState>(
    `with probe as (
       update message_breaker set probe_at = ${now(1)} + $2 * interval '1 second'
        where probe_at <= ${now(1)} returning channel)
     select channel, failures, probe_at is not null as "isClosed", channel in (select channel from probe) as "isProbe"
       from message_breaker where failures > 0`,
    [at ?? null, probeSeconds],
  )
}

/**
 * Notes an attempt that did not reach the server. Five in a row, of all instances together, close the channel. Returns
 * whether this one did.
 */
export async function noteUnreachable(sql: Sql, channel: MessageChannel, at?: Date): Promise<boolean> {
  const row = await sql.row<{ hasClosed: boolean }>(
    `insert into message_breaker as breaker (channel, failures) values ($3, 1)
      on conflict (channel) do update set failures = breaker.failures + 1,
        probe_at = case when breaker.failures + 1 >= $4 then coalesce(breaker.probe_at, ${now(1)} + $2 * interval '1 second') end
      returning failures = $4 as "hasClosed"`,
    [at ?? null, probeSeconds, channel, mostFailures],
  )
  return row?.hasClosed === true
}

/** Notes an attempt that reached the server. Returns whether the channel was closed, and is open again by this. */
export async function noteReached(sql: Sql, channel: MessageChannel): Promise<boolean> {
  const row = await sql.row<{ wasClosed: boolean }>(
    `with before as (select failures, probe_at from message_breaker where channel = $1 and failures > 0 for update)
     update message_breaker set failures = 0, probe_at = null from before where channel = $1
     returning before.probe_at is not null as "wasClosed"`,
    [channel],
  )
  return row?.wasClosed === true
}

const mostFailures = 5
const probeSeconds = 15

function now(place: number): string {
  return `coalesce($${place}::timestamptz, clock_timestamp())`
}
