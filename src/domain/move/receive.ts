import { conflict, invalid } from '../../contract/failure.ts'
import type { Database, Sql } from '../../contract/ports.ts'
import type { SecretKey } from '../../contract/secret-key.ts'
import { sealRow } from '../../identity/carried-seals.ts'
import type { MoveCipher } from '../../identity/move-cipher.ts'
import { recordChanges } from '../audit/record.ts'
import { findHead, readChain, writeSeal } from '../audit/store.ts'
import { verifyAccountChain } from '../audit/verify.ts'
import { queueDirectoryUpdate } from '../directory/store.ts'
import { rekeyEndpoints } from '../webhook/rekey.ts'
import { type MovedKeys, sealKeys } from './keys.ts'
import { countAccountRows, insertAccountRows, type Rows } from './rows-store.ts'
import type { MoveManifest } from './send.ts'
import { findMovePart, lockMove, noteArrival } from './store.ts'
import { accountTables } from './tables.ts'

export type Arrival = {
  accountId: string
  from: string
  manifest: MoveManifest
  keys: MovedKeys
  cipher: MoveCipher
}

export type ReceiveParts = {
  database: Database
  secretKey: SecretKey
  clock: () => Date
  newId: () => string
}

/**
 * Takes an account over, in one transaction: all its rows, its audit chain verified from the first entry to the end that
 * the other region has, and the note that it is here. Nothing is here before that, and all of it after. Does nothing if
 * it is here already.
 */
export async function receiveAccount(parts: ReceiveParts, arrival: Arrival): Promise<void> {
  const { accountId, from } = arrival
  const takeOver = async (sql: Sql) => {
    const move = await lockMove(sql, accountId, 'in')
    if (!move || move.zone !== from) throw conflict('Nobody here has agreed to receive this account.')
    if (move.state === 'here') return
    await insertParts(parts, sql, arrival)
    await checkCounts(sql, arrival.manifest)
    await rekeyEndpoints(sql, accountId, parts.secretKey)
    await checkChain(parts, sql, arrival)
    await queueDirectoryUpdate(sql, accountId)
    const now = parts.clock()
    await noteArrival(sql, accountId, sealKeys(parts.secretKey, accountId, arrival.keys), now)
    recordChanges(sql, {
      accountId,
      actor: { kind: 'operator', id: 'shell', clientId: null },
      action: 'receive_account',
      requestId: parts.newId(),
      changes: [{ target: { type: 'account', id: accountId }, changes: { from, ...arrival.manifest.head } }],
      now,
      newId: parts.newId,
      secretKey: parts.secretKey,
    })
  }
  // It may be noted as gone: it comes back.
  await parts.database.inAccount(accountId, takeOver, { evenMoving: true })
}

async function insertParts(
  { secretKey, clock }: ReceiveParts,
  sql: Sql,
  { accountId, manifest, cipher }: Arrival,
): Promise<void> {
  for (let number = 1; number <= manifest.parts; number += 1) {
    const sealed = await findMovePart(sql, accountId, number)
    if (!sealed) throw invalid(`Part ${number} of the account is missing.`)
    for (const { table, columns, rows } of JSON.parse(
      cipher.open(sealed, number).toString('utf8'),
    ) as Rows[]) {
      if (!accountTables.includes(table)) throw invalid(`${table} is not a table of accounts here.`)
      const own = rows.map((row) => {
        const at = columns.indexOf(table === 'account' ? 'id' : 'account_id')
        if (row[at] !== accountId) throw invalid(`${table} has a row of another account.`)
        return sealRow(secretKey, { table, columns, row })
      })
      const inserted = await insertAccountRows(sql, { table, columns, rows: own })
      if (table === 'sender' && inserted < own.length)
        await insertAccountRows(sql, unproven({ table, columns, rows: own }, clock()))
    }
  }
}

/**
 * Senders whose domain another account here has proven meanwhile: their own proof no longer counts, and is looked for again.
 * Emails come from the service until then.
 */
function unproven({ table, columns, rows }: Rows, now: Date): Rows {
  const unproven: Record<string, string | null> = {
    ...{ proven_at: null, missing_since: null, active_since: null },
    check_at: now.toISOString(),
  }
  const changed = rows.map((row) =>
    row.map((value, at) => {
      const column = columns[at] ?? ''
      return Object.hasOwn(unproven, column) ? (unproven[column] ?? null) : value
    }),
  )
  return { table, columns, rows: changed }
}

async function checkCounts(sql: Sql, { counts }: MoveManifest): Promise<void> {
  for (const table of accountTables) {
    // Those who want no emails from any account of the other region are added, and may be among the account's own.
    if (table === 'mail_opt_out') continue
    const [sent, here] = [counts[table] ?? 0, await countAccountRows(sql, table)]
    if (sent !== here) throw conflict(`${table} has ${here} rows here and ${sent} in the other region.`)
  }
}

/** The chain must be whole and end where it ended there. Then its end is sealed under the key of this region. */
async function checkChain(
  { secretKey }: ReceiveParts,
  sql: Sql,
  { accountId, manifest: { head } }: Arrival,
): Promise<void> {
  const here = await findHead(sql, accountId)
  if (here?.seq !== head.seq || here.hash.toString('hex') !== head.hash)
    throw conflict('The audit chain ends elsewhere than in the other region.')
  await writeSeal(sql, accountId, here, secretKey)
  const source = {
    entries: (range: { after: number; upTo?: number; limit: number }) => readChain(sql, accountId, range),
    head: () => findHead(sql, accountId),
  }
  const { faults } = await verifyAccountChain(source, accountId, [], secretKey)
  if (faults[0]) throw conflict(`The audit chain has a fault: seq ${faults[0].seq}: ${faults[0].text}`)
}
