import { createHmac, randomBytes } from 'node:crypto'
import type { Clock, Database, Sql } from '../contract/ports.ts'
import type { SecretKey } from '../contract/secret-key.ts'

/** Days for which hashed networks can be computed and compared. */
export const networkKeyDays = 30

export type NetworkKeys = {
  /** The hash of a network under today's key; undefined until that key exists. */
  hash: (network: string) => string | undefined
  /** Creates today's key and removes expired ones. Must be called regularly. */
  renew: () => Promise<void>
}

/** Hashes networks under a random key per day, which all processes share. */
export function openNetworkKeys({
  database,
  secretKey,
  clock,
}: {
  database: Database
  secretKey: SecretKey
  clock: Clock
}): NetworkKeys {
  let current: { day: string; key: Buffer } | undefined
  return {
    hash: (network) => (current?.day === dayOf(clock()) ? hashUnder(current.key, network) : undefined),
    async renew() {
      const now = clock()
      const day = dayOf(now)
      if (current?.day === day) return
      const key = await database.inSystem(async (sql) => {
        await removeOldKeys(sql, now)
        return (await findKey(sql, secretKey, day)) ?? makeKey(sql, secretKey, { day, now })
      })
      current = { day, key }
    },
  }
}

/** The hash of a network in that day's log lines; undefined if the day's key is gone. */
export async function networkHashOf(
  database: Database,
  secretKey: SecretKey,
  { network, day }: { network: string; day: string },
): Promise<string | undefined> {
  const key = await database.inSystem((sql) => findKey(sql, secretKey, day), { readOnly: true })
  return key && hashUnder(key, network)
}

async function findKey(sql: Sql, secretKey: SecretKey, day: string): Promise<Buffer | undefined> {
  const row = await sql.row<{ sealed: Buffer }>(
    'select key_sealed as sealed from network_key where day = $1::date',
    [day],
  )
  return row && secretKey.unseal(row.sealed, `network-key:${day}`)
}

/** If two processes create the key of a day, the first one wins. */
async function makeKey(
  sql: Sql,
  secretKey: SecretKey,
  { day, now }: { day: string; now: Date },
): Promise<Buffer> {
  const key = randomBytes(32)
  await sql.run(
    `insert into network_key (day, key_sealed, created_at) values ($1::date, $2, $3) on conflict (day) do nothing`,
    [day, secretKey.seal(key, `network-key:${day}`), now],
  )
  return (await findKey(sql, secretKey, day)) ?? key
}

async function removeOldKeys(sql: Sql, now: Date): Promise<void> {
  await sql.run('delete from network_key where day < $1::date - $2::integer', [dayOf(now), networkKeyDays])
}

function hashUnder(key: Buffer, network: string): string {
  return createHmac('sha256', key).update(network).digest('base64url').slice(0, 22)
}

/** In UTC, like the times in the log. */
function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10)
}
