import { z } from 'zod'
import { conflict, notFound } from '../../src/contract/failure.ts'
import type { Database } from '../../src/contract/ports.ts'
import { PublicId } from '../../src/contract/shapes.ts'
import { findAccount } from '../../src/domain/account/caller-status-store.ts'
import { buildIndex } from '../../src/domain/profile-index/build.ts'
import { checkIndex, type IndexFaults } from '../../src/domain/profile-index/check-store.ts'
import { emptyIndex, findIndex } from '../../src/domain/profile-index/store.ts'
import { compareWords } from '../../src/domain/profile-index/words.ts'
import { command } from './command.ts'
import { accountIdsOf } from './shell.ts'

export type IndexCheck = IndexFaults & { accountId: string }

/** Compares the finished indexes of profiles, of all accounts or of one, with the profiles. Only reads. */
async function verifyIndexes(database: Database, only?: string): Promise<IndexCheck[]> {
  const checks: IndexCheck[] = []
  const check = async (accountId: string) => {
    const faults = await database.inAccount(
      accountId,
      async (sql) => ((await findIndex(sql, accountId))?.ready ? checkIndex(sql, accountId) : undefined),
      { readOnly: true },
    )
    if (faults) checks.push({ accountId, ...faults })
  }
  if (only === undefined) for await (const accountId of accountIdsOf(database)) await check(accountId)
  else {
    await refuseUnknown(database, only)
    await check(only)
  }
  return checks
}

export const verifyIndexCommand = command({
  name: 'verify index',
  summary: 'Compare the index of profiles of large accounts with the profiles; exits with 1 if it differs.',
  usage: '[--account ID]',
  input: z.strictObject({ account: PublicId.optional() }),
  async run({ database }, { account }) {
    const checks = await verifyIndexes(database, account)
    const wrong = checks.filter(({ misplaced, bits, people, words }) => misplaced + bits + people + words > 0)
    const lines = wrong.map(
      ({ accountId, misplaced, bits, people, words }) =>
        `${accountId}  profiles in a wrong place: ${misplaced}, wrong rows of bits: ${bits}, number of people off by: ${people}, words of names: ${words}\n` +
        `  Rebuild it with: npm run timbre -- index rebuild ${accountId}`,
    )
    const summary = `Indexes checked: ${checks.length}, with differences: ${wrong.length}.`
    return {
      text: [...lines, summary].join('\n'),
      json: { checked: checks.length, differences: wrong },
      exitCode: wrong.length === 0 ? 0 : 1,
    }
  },
})

/** Empties the index of an account and builds it again. Until it is done, lists read all rows. */
async function rebuildIndex(database: Database, accountId: string): Promise<void> {
  await refuseUnknown(database, accountId)
  await database.inAccount(accountId, (sql) => emptyIndex(sql, accountId))
  const { signal } = new AbortController()
  if (!(await buildIndex(database, accountId, signal)) || !(await compareWords(database, accountId, signal)))
    throw conflict(
      'The service is building this index already, or an old transaction is still open. Try again later.',
    )
}

export const rebuildIndexCommand = command({
  name: 'index rebuild',
  summary: "Build an account's index of profiles again. Lists keep working meanwhile, more slowly.",
  usage: 'ID',
  argument: 'id',
  input: z.strictObject({ id: PublicId }),
  async run({ database }, { id }) {
    await rebuildIndex(database, id)
    return { text: `The index of profiles of ${id} is built.`, json: { id } }
  },
})

async function refuseUnknown(database: Database, id: string): Promise<void> {
  const account = await database.inAccount(id, (sql) => findAccount(sql, id, null), { readOnly: true })
  if (!account) throw notFound(`There is no account ${id}. List them with: account list`)
}
