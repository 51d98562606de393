import type { Sql } from '../../contract/ports.ts'

export type BucketRate = { burst: number; perSecond: number }

/**
 * Takes one request out of a bucket, by the clock of the database; tests have another. Returns whether it was within the
 * limit, and the seconds after which the bucket is full again.
 */
export async function takeFromBucket(
  sql: Sql,
  key: Buffer,
  { burst, perSecond }: BucketRate,
  at?: Date,
): Promise<{ isWithin: boolean; aheadSeconds: number }> {
  const row = await sql.row<{ isWithin: boolean; aheadSeconds: number }>(
    `insert into limit_bucket as bucket (key, full_at, was_within)
      values ($1, ${now} + $2 * interval '1 second', true)
      on conflict (key) do update set
        was_within = ${isWithin},
        full_at = case when ${isWithin} then ${used} else bucket.full_at end
      returning was_within as "isWithin",
        greatest(0, extract(epoch from full_at - ${now}))::float8 as "aheadSeconds"`,
    [key, 1 / perSecond, burst / perSecond, at ?? null],
  )
  return row ?? { isWithin: true, aheadSeconds: 0 }
}

const now = 'coalesce($4::timestamptz, statement_timestamp())'
const used = `greatest(bucket.full_at, ${now}) + $2 * interval '1 second'`
// Intervals are rounded to microseconds.
const isWithin = `${used} <= ${now} + $3 * interval '1 second' + interval '10 microseconds'`

export async function giveBack(sql: Sql, key: Buffer, { perSecond }: BucketRate): Promise<void> {
  await sql.run(`update limit_bucket set full_at = full_at - $2 * interval '1 second' where key = $1`, [
    key,
    1 / perSecond,
  ])
}

/** A bucket that is full is the same as none. */
export async function removeFullBuckets(sql: Sql): Promise<void> {
  await sql.run('delete from limit_bucket where full_at < clock_timestamp()')
}
