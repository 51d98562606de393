import type { Clock, Database } from '../../contract/ports.ts'
import { parseClientId } from '../../identity/client-credentials.ts'
import { recordMachineClientUse } from '../../identity/machine-clients.ts'
import { createBufferedRecorder } from '../usage/buffered-recorder.ts'

export type ClientUsageRecorder = {
  /** Records in memory that a client was used, and with which secret if one was sent. No database access. */
  record: (clientId: string, secretHash?: Buffer) => void
  /** Writes the buffered uses: one statement per account, each client at most once a minute. */
  flush: () => Promise<void>
}

/** Buffers last-used times of machine clients, in the same way as those of apps. */
export function createClientUsageRecorder({
  database,
  clock,
}: {
  database: Database
  clock: Clock
}): ClientUsageRecorder {
  const buffer = createBufferedRecorder(clock, async (keys, now) => {
    const uses = keys.map(parseBufferKey)
    for (const [accountId, accountUses] of Map.groupBy(uses, (use) => use.accountId)) {
      const clientIds = accountUses.map(({ clientId }) => clientId)
      const secretHashes = accountUses.flatMap(({ secretHash }) => secretHash ?? [])
      await database.inAccount(accountId, (sql) =>
        recordMachineClientUse(sql, accountId, { clientIds, secretHashes }, now),
      )
    }
  })
  return {
    record(clientId, secretHash) {
      buffer.record(secretHash ? `${clientId} ${secretHash.toString('hex')}` : clientId)
    },
    flush: buffer.flush,
  }
}

/** The key is "clientId secretHash" or "clientId"; client ids contain no spaces. */
function parseBufferKey(key: string) {
  const [clientId = '', hash] = key.split(' ')
  const accountId = parseClientId(clientId)?.accountId ?? ''
  return { accountId, clientId, ...(hash === undefined ? {} : { secretHash: Buffer.from(hash, 'hex') }) }
}
