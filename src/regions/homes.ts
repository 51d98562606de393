import type { AccountHomes, FormerKeys } from '../contract/account-homes.ts'
import type { Database } from '../contract/ports.ts'
import type { SecretKey } from '../contract/secret-key.ts'
import { openKeys } from '../domain/move/keys.ts'
import { listFinishedMoves } from '../domain/move/store.ts'

export type OpenHomes = AccountHomes & {
  /** Reads them again. Every process does so each second; a move waits for that before it goes on. */
  refresh: () => Promise<void>
}

/** The moves of this region, in memory: every request asks, and there are few. */
export async function openHomes({
  database,
  secretKey,
  zone,
}: {
  database: Database
  secretKey: SecretKey
  zone: string
}): Promise<OpenHomes> {
  let homes = new Map<string, { home: string; keys?: FormerKeys }>()

  async function refresh(): Promise<void> {
    const moves = await database.inSystem(listFinishedMoves, { readOnly: true })
    homes = new Map(
      moves.map(({ accountId, zone: other, state, keysSealed }) => {
        if (state === 'gone') return [accountId, { home: other }]
        return [accountId, { home: zone, ...(keysSealed && { keys: read(accountId, keysSealed) }) }]
      }),
    )
  }

  function read(accountId: string, sealed: Buffer): FormerKeys {
    const { mail, idempotency } = openKeys(secretKey, accountId, sealed)
    const decode = (keys: readonly string[]) => keys.map((key) => Buffer.from(key, 'hex'))
    return { mail: decode(mail), idempotency: decode(idempotency) }
  }

  await refresh()
  return {
    homeOf: (accountId, region) => homes.get(accountId)?.home ?? region,
    formerKeysOf: (accountId) => homes.get(accountId)?.keys,
    refresh,
  }
}
