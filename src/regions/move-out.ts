import { setTimeout } from 'node:timers/promises'
import { conflict } from '../contract/failure.ts'
import type { Database } from '../contract/ports.ts'
import type { SecretKey } from '../contract/secret-key.ts'
import { moveAway } from '../domain/move/directory-store.ts'
import type { MovedKeys } from '../domain/move/keys.ts'
import { sendAccount } from '../domain/move/send.ts'
import {
  countUnderWay,
  endFreeze,
  findMove,
  listOpenTransactions,
  noteDeparture,
  noteMove,
} from '../domain/move/store.ts'
import { createMoveCipher } from '../identity/move-cipher.ts'
import type { CallRegion } from '../platform/region-calls.ts'
import { evenMoving } from './even-moving.ts'
import { MoveStatus } from './move-handlers.ts'

export type MoveOut = {
  database: Database
  secretKey: SecretKey
  mailKey: Buffer
  /** Keys of the regions that the account came from itself. */
  formerKeys: MovedKeys
  clock: () => Date
  region: string
  regionSecret: string
  /** The region of the authorization server. */
  authorizationZone: string
  newestMigration: string
  call: CallRegion
  /** Deletes the account here, once it is in the other region. */
  removeHere: (database: Database) => Promise<void>
  /** Seconds that the account may be frozen for. */
  withinSeconds: number
  say: (line: string) => void
}

/** Every process reads the homes of accounts once a second; this is when all of them know. */
const knownMilliseconds = 2_500

/**
 * Moves an account to another region, in steps that can each be repeated: freeze; send everything; the other region
 * takes it over in one transaction; from then on this region sends its callers there; delete it here. What writes to the
 * account is in one region at any time: here until the freeze, there after the transaction.
 */
export async function moveOut(
  move: MoveOut,
  accountId: string,
  to: string,
): Promise<{ frozenSeconds: number }> {
  const { database, clock, say, call, region } = move
  const noted = await database.inSystem((sql) => findMove(sql, accountId, 'out'), { readOnly: true })
  if (noted && noted.zone !== to)
    throw conflict(
      `The account is on its way to ${noted.zone}. Continue with --to ${noted.zone}, or use --undo.`,
    )
  let frozenSeconds = 0
  if (noted?.state !== 'gone') {
    await checkReceiver(move, accountId, to)
    const began = await sendOrUndo(move, accountId, to)
    say(`The account is in ${to}.`)
    // Processes there know of it before this region sends anyone.
    await setTimeout(knownMilliseconds)
    await database.inSystem(async (sql) => {
      if (region === move.authorizationZone) await moveAway(sql, { accountId, from: region, to })
      await noteDeparture(sql, accountId, clock())
    })
    frozenSeconds = (move.clock().getTime() - began) / 1000
    say(`Its callers are sent to ${to}. It was frozen for ${frozenSeconds.toFixed(1)} seconds.`)
  }
  const isElsewhere = region !== move.authorizationZone && to !== move.authorizationZone
  if (isElsewhere) await call(move.authorizationZone, 'account-moved', { accountId, to })
  await call(to, 'move-settled', { accountId })
  await setTimeout(knownMilliseconds)
  await move.removeHere(evenMoving(database))
  return { frozenSeconds }
}

/** Lets the account write here again, if the other region hasn't taken it over. */
export async function undoMove(
  { database, call }: Pick<MoveOut, 'database' | 'call'>,
  accountId: string,
): Promise<void> {
  const noted = await database.inSystem((sql) => findMove(sql, accountId, 'out'), { readOnly: true })
  if (!noted) throw conflict('The account is not moving.')
  const { zone } = noted
  const { state } = MoveStatus.parse(
    noted.state === 'gone' ? { state: 'here' } : await call(zone, 'move-abort', { accountId }),
  )
  if (state === 'here')
    throw conflict(`The account is in ${zone} already. Continue with: account move ${accountId} --to ${zone}`)
  await database.inSystem((sql) => endFreeze(sql, accountId))
}

async function checkReceiver(
  { call, newestMigration, region }: MoveOut,
  accountId: string,
  to: string,
): Promise<void> {
  const { state, migration } = MoveStatus.parse(await call(to, 'move-status', { accountId }))
  if (migration !== newestMigration)
    throw conflict(
      `${to} runs another version (${migration ?? 'unknown'}, here ${newestMigration}). Update both first.`,
    )
  if (state === 'unexpected')
    throw conflict(
      `${to} doesn't expect the account. Run there: account receive ${accountId} --from ${region}`,
    )
}

/** A failure before the other region has the account undoes the freeze. */
async function sendOrUndo(move: MoveOut, accountId: string, to: string): Promise<number> {
  try {
    if ((await statusOf(move, accountId, to)) === 'here') return move.clock().getTime()
    await finishSending(move, accountId, to)
    const began = move.clock().getTime()
    await note(move, { accountId, direction: 'out', zone: to, state: 'frozen' })
    move.say('The account is frozen: it can be read here and not changed.')
    await send(move, accountId, to, began)
    return began
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const undone = await undoMove(move, accountId).then(
      () => 'Nothing has changed, and the account can be changed again.',
      (problem: Error) => `The account is still frozen: ${problem.message} Run this again, or with --undo.`,
    )
    throw conflict(`The account was not moved: ${why} ${undone}`, { cause: error })
  }
}

async function send(move: MoveOut, accountId: string, to: string, began: number): Promise<void> {
  const { database, secretKey, mailKey, region, regionSecret, call, withinSeconds } = move
  const refuseLate = () => {
    if (move.clock().getTime() - began > withinSeconds * 1000)
      throw conflict(`It took longer than ${withinSeconds} seconds. Allow more with --within.`)
  }
  await untilTransactionsEnd(database, refuseLate)
  const cipher = createMoveCipher([regionSecret], { accountId, from: region, to })
  const manifest = await sendAccount(
    {
      database,
      secretKey,
      mailKey,
      async send(content, number) {
        refuseLate()
        await call(to, 'move-part', {
          accountId,
          number,
          content: cipher.seal(content, number).toString('base64'),
        })
      },
    },
    accountId,
  )
  refuseLate()
  for (;;) {
    const content = { accountId, manifest, keys: keysOf(move) }
    const { state } = MoveStatus.parse(await call(to, 'move-complete', content))
    if (state === 'here') return
    // Taking it over can't be interrupted from here; after a failure there, the next call throws.
  }
}

function keysOf({ mailKey, secretKey, formerKeys: { mail, idempotency } }: MoveOut): MovedKeys {
  const own = secretKey.subkeys('idempotency').map((key) => key.toString('hex'))
  return { mail: [mailKey.toString('hex'), ...mail], idempotency: [...own, ...idempotency] }
}

async function statusOf({ call }: MoveOut, accountId: string, to: string) {
  return MoveStatus.parse(await call(to, 'move-status', { accountId })).state
}

function note({ database, clock }: MoveOut, move: Parameters<typeof noteMove>[1]): Promise<void> {
  return database.inSystem((sql) => noteMove(sql, move, clock()))
}

/** No more emails and webhooks leave from here, and the outcome of those on their way is stored before the freeze. */
async function finishSending(move: MoveOut, accountId: string, to: string): Promise<void> {
  const { database } = move
  const began = move.clock().getTime()
  const refuseLate = () => {
    if (move.clock().getTime() - began > mostSendingMilliseconds)
      throw conflict('An email or a webhook is still being sent.')
  }
  await note(move, { accountId, direction: 'out', zone: to, state: 'leaving' })
  await untilTransactionsEnd(database, refuseLate)
  const count = () => database.inSystem((sql) => countUnderWay(sql, accountId), { readOnly: true })
  while ((await count()) > 0) {
    refuseLate()
    await setTimeout(200)
  }
}

const mostSendingMilliseconds = 60_000

/** Until every transaction has ended that is open now: it may have begun before the note. */
async function untilTransactionsEnd(database: Database, refuseLate: () => void): Promise<void> {
  const list = () => database.inSystem(listOpenTransactions, { readOnly: true })
  const before = new Set(await list())
  while ((await list()).some((id) => before.has(id))) {
    refuseLate()
    await setTimeout(20)
  }
}
