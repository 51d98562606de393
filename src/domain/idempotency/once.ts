import type { Result } from '../../contract/operation.ts'
import type { Sql } from '../../contract/ports.ts'
import { seal, unseal } from '../../identity/seal.ts'
import { answerErased, keyReused } from './fingerprint.ts'
import { claimKey, type KeyPlace, keepAnswer } from './store.ts'

export type Once = KeyPlace & { fingerprint: Buffer; now: Date; secretKey: Buffer }

/**
 * Does the work unless its key has done it already, and then gives the same answer again. Key, change and answer
 * stand in one transaction: a refusal rolls the key back too, so that the caller may mend the request and retry.
 */
export async function once(
  sql: Sql,
  place: Once,
  work: () => Promise<Result<unknown>>,
  profileOf: (result: Result<unknown>) => string | null,
): Promise<Result<unknown>> {
  const context = `idempotency_key:${place.accountId}:${place.clientId}:${place.key}`
  const stored = await claimKey(sql, place, place.fingerprint, place.now)
  if (stored) {
    if (!stored.fingerprint.equals(place.fingerprint)) throw keyReused()
    if (!stored.answer) throw answerErased()
    return { ...JSON.parse(unseal(stored.answer, place.secretKey, context).toString('utf8')), replayed: true }
  }
  const { resource, beside, created } = await work()
  const result = { resource, ...(beside ? { beside } : {}), ...(created === undefined ? {} : { created }) }
  const sealed = seal(JSON.stringify(result), place.secretKey, context)
  await keepAnswer(sql, place, { sealed, profileId: profileOf(result) }, place.now)
  return result
}
