import type { Clock, Database } from '../../contract/ports.ts'
import { parseClientId } from '../../identity/client-credentials.ts'
import { recordMachineClientUse } from '../../identity/machine-clients.ts'
import { createBufferedRecorder } from '../app/usage.ts'

export type ClientUsageRecorder = {
  /** Remembers that a client was used, and which secret, where it showed one; touches no database. */
  record: (clientId: string, secretHash?: Buffer) => void
  /** Writes down what was noted: once for each account, and of each client at most once a minute. */
  flush: () => Promise<void>
}

/** Notes of use by machine clients, kept and written as those of apps are. */
export function createClientUsageRecorder({
  database,
  clock,
}: {
  database: Database
  clock: Clock
}): ClientUsageRecorder {
  const notes = createBufferedRecorder(clock, async (names, now) => {
    const used = names.map(readName)
    for (const [accountId, ofAccount] of Map.groupBy(used, (one) => one.accountId)) {
      const clientIds = ofAccount.map(({ clientId }) => clientId)
      const secretHashes = ofAccount.flatMap(({ secretHash }) => secretHash ?? [])
      await database.inAccount(accountId, (sql) =>
        recordMachineClientUse(sql, accountId, { clientIds, secretHashes }, now),
      )
    }
  })
  return {
    record(clientId, secretHash) {
      notes.record(secretHash ? `${clientId} ${secretHash.toString('hex')}` : clientId)
    },
    flush: notes.flush,
  }
}

/** Ids of clients hold no blank. */
function readName(name: string) {
  const [clientId = '', hash] = name.split(' ')
  const accountId = parseClientId(clientId)?.accountId ?? ''
  return { accountId, clientId, ...(hash === undefined ? {} : { secretHash: Buffer.from(hash, 'hex') }) }
}
