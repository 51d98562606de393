import type { Clock, Database } from '../../contract/ports.ts'
import { touchMachineClients } from '../../identity/clients.ts'
import { readClientId } from '../../identity/machine.ts'
import { notesFor } from '../app/use.ts'

export type ClientUses = {
  /** Remembers that a client was used, and which secret, where it showed one; touches no database. */
  note: (clientId: string, secretHash?: Buffer) => void
  /** Writes down what was noted: once for each account, and of each client at most once a minute. */
  flush: () => Promise<void>
}

/** Notes of use by machine clients, kept and written as those of apps are. */
export function createClientUses({ database, clock }: { database: Database; clock: Clock }): ClientUses {
  const notes = notesFor(clock, async (names, now) => {
    const used = names.map(readName)
    for (const [accountId, ofAccount] of Map.groupBy(used, (one) => one.accountId)) {
      const clientIds = ofAccount.map(({ clientId }) => clientId)
      const secretHashes = ofAccount.flatMap(({ secretHash }) => secretHash ?? [])
      await database.inAccount(accountId, (sql) =>
        touchMachineClients(sql, accountId, { clientIds, secretHashes }, now),
      )
    }
  })
  return {
    note(clientId, secretHash) {
      notes.note(secretHash ? `${clientId} ${secretHash.toString('hex')}` : clientId)
    },
    flush: notes.flush,
  }
}

/** Ids of clients hold no blank. */
function readName(name: string) {
  const [clientId = '', hash] = name.split(' ')
  const accountId = readClientId(clientId)?.accountId ?? ''
  return { accountId, clientId, ...(hash === undefined ? {} : { secretHash: Buffer.from(hash, 'hex') }) }
}
