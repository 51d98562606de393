import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { conflict, Failure, invalid } from '../contract/failure.ts'
import type { AppParts } from '../domain/app/model.ts'
import { requeueDirectoryUpdates } from '../domain/directory/store.ts'
import { takeOverHere } from '../domain/move/directory-store.ts'
import { receiveAccount } from '../domain/move/receive.ts'
import { findMove, lockMove, removeParts, storePart } from '../domain/move/store.ts'
import type { RegionCallHandler } from '../http/internal/internal.ts'
import { createMoveCipher } from '../identity/move-cipher.ts'
import type { OpenHomes } from './homes.ts'

const Id = z.string().regex(/^[0-9a-f]{24}$/)
const Hex = z.string().regex(/^[0-9a-f]{64}$/)
const OneAccount = z.strictObject({ accountId: Id })
const Part = z.strictObject({ accountId: Id, number: z.int().min(1).max(100_000), content: z.string() })
const Arrival = z.strictObject({
  accountId: Id,
  manifest: z.strictObject({
    parts: z.int().min(1).max(100_000),
    counts: z.record(z.string(), z.int().nonnegative()),
    head: z.strictObject({ seq: z.int().nonnegative(), hash: Hex }),
  }),
  keys: z.strictObject({ mail: z.array(Hex).max(20), idempotency: z.array(Hex).max(20) }),
})

/** The state of a move as the receiving region sees it. */
export const MoveStatus = z.object({
  state: z.enum(['unexpected', 'expected', 'working', 'here']),
  migration: z.string().optional(),
})

type MoveParts = Pick<AppParts, 'database' | 'clock' | 'newId' | 'secretKey' | 'region'> & {
  config: Pick<Config, 'regionSecret' | 'previousRegionSecret' | 'isAuthorizationServer'>
  homes: Pick<OpenHomes, 'refresh'>
  newestMigration: string | undefined
}

/** How long a call waits for an account to be taken over before it says that this goes on. */
const waitMilliseconds = 4_000

/**
 * What a region does to receive an account. Nothing happens unless an operator here has agreed to it with
 * `account receive`, so that no region can push accounts to another.
 */
export function moveHandlers(parts: MoveParts): Record<string, RegionCallHandler> {
  const { database, config, region, homes } = parts
  const arriving = new Map<string, Promise<void>>()

  const expected = async (sql: Parameters<typeof lockMove>[0], accountId: string, from: string) => {
    const move = await lockMove(sql, accountId, 'in')
    if (!move || move.zone !== from || move.state !== 'expected')
      throw conflict('Nobody here has agreed to receive this account.')
  }

  async function receive(content: unknown, from: string): Promise<void> {
    const { accountId, ...arrival } = Arrival.parse(content)
    const secrets = [config.regionSecret, config.previousRegionSecret].filter((one) => one !== undefined)
    const cipher = createMoveCipher(secrets, { accountId, from, to: region })
    await receiveAccount(parts, { accountId, from, ...arrival, cipher })
    if (config.isAuthorizationServer) {
      await database.inSystem((sql) => takeOverHere(sql, { accountId, from, zone: region }))
    }
    await homes.refresh()
  }

  return {
    'move-status': async (content, from) => {
      const { accountId } = OneAccount.parse(content)
      const move = await database.inSystem((sql) => findMove(sql, accountId, 'in'), { readOnly: true })
      const state = move?.zone === from ? move.state : 'unexpected'
      const migration = parts.newestMigration
      return { state: arriving.has(accountId) ? 'working' : state, ...(migration && { migration }) }
    },
    'move-part': async (content, from) => {
      const { accountId, number, content: text } = Part.parse(content)
      await database.inSystem(async (sql) => {
        await expected(sql, accountId, from)
        await storePart(sql, accountId, number, Buffer.from(text, 'base64'))
      })
    },
    'move-complete': async (content, from) => {
      const { accountId } = z.object({ accountId: Id }).parse(content)
      const work = arriving.get(accountId) ?? receive(content, from)
      arriving.set(accountId, work)
      const forget = () => void arriving.delete(accountId)
      work.then(forget, forget)
      const isDone = await Promise.race([
        work.then(() => true),
        setTimeout(waitMilliseconds, false, { ref: false }),
      ])
      return { state: isDone ? 'here' : 'working' }
    },
    // What has arrived is forgotten. An account that is taken over just now holds the lock, and this fails.
    'move-abort': async (content, from) => {
      const { accountId } = OneAccount.parse(content)
      if (arriving.has(accountId))
        throw new Failure('unavailable', { message: 'The account is arriving.', retryAfterSeconds: 5 })
      return database.inSystem(async (sql) => {
        const move = await lockMove(sql, accountId, 'in')
        if (move?.zone === from && move.state === 'here') return { state: 'here' }
        if (move?.zone === from) await removeParts(sql, accountId)
        return { state: 'expected' }
      })
    },
    // The former region has told the authorization server: what this region reports now counts.
    'move-settled': async (content, from) => {
      const { accountId } = OneAccount.parse(content)
      await database.inSystem(async (sql) => {
        const move = await findMove(sql, accountId, 'in')
        if (move?.zone !== from || move.state !== 'here') throw invalid('The account is not here.')
        await requeueDirectoryUpdates(sql, [accountId])
      })
    },
  }
}
