import type { Operation, Result } from '../../contract/operation.ts'
import type { Sql } from '../../contract/ports.ts'
import { seal, unseal } from '../../identity/seal.ts'
import { answerErased, digestOf, keyInFlight, keyReused } from './fingerprint.ts'
import { claimKey, hasKey, type KeyPlace, keepAnswer } from './store.ts'

export type Once = {
  accountId: string
  clientId: string
  /** The key as the client names it. */
  key: string
  fingerprint: Buffer
  now: Date
  secretKey: Buffer
}

/**
 * Does the work unless its key has done it already, and then gives the same answer again. Key, change and answer
 * stand in one transaction: a refusal rolls the key back too, so that the caller may mend the request and retry.
 * While another transaction is at it, the request is refused as in flight; `takeTurns` tries again.
 */
export async function once(
  sql: Sql,
  asked: Once,
  work: () => Promise<Result<unknown>>,
  profileOf: (result: Result<unknown>) => string | null,
): Promise<Result<unknown>> {
  const { fingerprint, now, secretKey } = asked
  const place = placeOf(asked)
  const context = `idempotency_key:${place.accountId}:${place.clientId}:${place.key}`
  const claim = await claimKey(sql, place, fingerprint, now)
  if (claim === 'held') throw keyInFlight()
  if (claim !== 'taken') {
    if (!claim.fingerprint.equals(fingerprint)) throw keyReused()
    if (!claim.answer) throw answerErased()
    return { ...JSON.parse(unseal(claim.answer, secretKey, context).toString('utf8')), replayed: true }
  }
  const { resource, beside, created } = await work()
  const result = { resource, ...(beside ? { beside } : {}), ...(created === undefined ? {} : { created }) }
  const sealed = seal(JSON.stringify(result), secretKey, context)
  await keepAnswer(sql, place, { sealed, profileId: profileOf(result) }, now)
  return result
}

/** Whether an earlier request with this key was done; `once` gives its answer, or says why not. */
export async function isAnswered(sql: Sql, asked: Once): Promise<boolean> {
  return hasKey(sql, placeOf(asked), asked.now)
}

/** Where the key of a client stands, and the lock under which its requests are done. */
export function placeOf(asked: Pick<Once, 'accountId' | 'clientId' | 'key' | 'secretKey'>): KeyPlace {
  const { accountId, clientId, key, secretKey } = asked
  const digest = digestOf(JSON.stringify([accountId, clientId, key]), secretKey)
  return { accountId, clientId, key: digest.toString('base64url'), lock: digest.readBigInt64BE() }
}

/**
 * The profile that an answer describes, so that it can be erased with the person: the one it shows or names, or the one
 * that the request was about. Answers that only list ids, such as a tag's, describe nobody.
 */
export function describedProfile(
  operation: Operation,
  input: Record<string, unknown>,
  result: Result<unknown>,
): string | null {
  if (operation.rest?.key === 'profile') return (result.resource as { id: string }).id
  if (typeof input.profileId === 'string') return input.profileId
  const named = (result.resource as { profileId?: unknown } | null)?.profileId
  if (typeof named === 'string') return named
  return input.resourceType === 'profile' ? String(input.resourceId) : null
}
