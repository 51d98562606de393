import { z } from 'zod'
import { conflict, invalid, notFound } from '../../src/contract/failure.ts'
import { EmailAddress, PublicId } from '../../src/contract/shapes.ts'
import { sealDeletion } from '../../src/domain/audit/chain.ts'
import { findHead } from '../../src/domain/audit/store.ts'
import { deleteAccount } from '../../src/domain/deletion/account.ts'
import { findMove } from '../../src/domain/move/store.ts'
import { deletePerson } from '../../src/domain/person/delete.ts'
import { appendDeletion, readDeletions } from '../../src/platform/anchor-file.ts'
import { command } from './command.ts'
import { findAccountHere, readAccount, requireAccount, type Shell } from './shell.ts'

export const deleteAccountCommand = command({
  name: 'account delete',
  summary: 'Delete an account with its people, results, links, members, clients and audit log, for good.',
  usage: '<ID> --name N   (its name as it is, to confirm)',
  argument: 'id',
  input: z.strictObject({ id: PublicId, name: z.string() }),
  async run(shell, { id, name }, say) {
    const account = await readAccount(shell, id, (sql) => requireAccount(sql, id))
    if (account.name !== name) {
      throw invalid(`name does not confirm it: the account ${id} is called "${account.name}".`, {
        param: 'name',
      })
    }
    const move = await shell.database.inSystem((sql) => findMove(sql, id, 'out'), { readOnly: true })
    if (move)
      throw conflict(`The account is moving to ${move.zone}. Complete that, or use account move --undo.`)
    const { hasRemoteAuthServer } = shell
    const removed: Record<string, number> = {}
    await removeAccountHere(shell, id, (table, rows) => {
      removed[table] = rows
      say(`${table}: ${rows} removed`)
    })
    const also = hasRemoteAuthServer ? ' The authorization server is told when this region runs.' : ''
    return {
      text: `Deleted the account "${name}" for good.${also} Backups still have it until they expire.`,
      json: { account: { id }, removed },
    }
  },
})

/** Deletes everything of an account in this region. Does nothing if it is gone. */
export async function removeAccountHere(
  shell: Shell,
  id: string,
  progress: (table: string, rows: number) => void,
): Promise<void> {
  if (!(await findAccountHere(shell, id))) return
  const { database, now, region, hasRemoteAuthServer } = shell
  const anchorChainEnd = (accountId: string) => noteDeletion(shell, accountId)
  await deleteAccount({ database, clock: now, region, hasRemoteAuthServer, anchorChainEnd, progress }, id)
}

/**
 * Writes the end of the audit chain to the data directory, so that a verification can tell a deleted account from a
 * removed chain.
 */
async function noteDeletion({ database, dataDir, secretKey, now }: Shell, accountId: string): Promise<void> {
  // A deletion that resumes after an interruption has already lost entries.
  if ((await readDeletions(dataDir)).some((line) => line.accountId === accountId)) return
  const head = await database.inAccount(accountId, (sql) => findHead(sql, accountId), { readOnly: true })
  if (!head) return
  const end = { accountId, seq: head.seq, hash: head.hash.toString('hex'), at: now().toISOString() }
  await appendDeletion(dataDir, { ...end, seal: sealDeletion(end, secretKey) })
}

export const deletePersonCommand = command({
  name: 'person delete',
  summary: 'Delete what is kept on somebody who signs in and is a member of no account any more.',
  usage: '<EMAIL>',
  argument: 'email',
  input: z.strictObject({ email: EmailAddress }),
  async run({ database }, { email }) {
    const outcome = await deletePerson(database, email)
    if (outcome === 'member') {
      throw invalid(`${email} is still a member of an account. Remove them first with: member remove`)
    }
    if (outcome === 'unknown') throw notFound(`Nothing is kept on ${email}.`)
    return { text: `Deleted what was kept on ${email}.`, json: { deleted: true } }
  },
})
