import type { Operation, Result } from '../../contract/operation.ts'
import type { Sql } from '../../contract/ports.ts'
import type { SealContext, SecretKey } from '../../contract/secret-key.ts'
import { keyInFlight, keyReused, responseErased } from './fingerprint.ts'
import {
  claimKey,
  findStoredResponse,
  type HashedKey,
  hasKey,
  type StoredResponse,
  storeResponse,
  tryLockKeys,
} from './store.ts'

export type IdempotentRequest = {
  accountId: string
  clientId: string
  /** The key as the client names it. */
  key: string
  /** What the request asks for; see `requestText`. */
  request: string
  now: Date
  secretKey: SecretKey
}

/**
 * Does the work unless its key has done it already, and then gives the same answer again. Key, change and answer
 * stand in one transaction: a refusal rolls the key back too, so that the caller may mend the request and retry.
 * While another transaction is at it, the request is refused as in flight; `takeTurns` tries again.
 */
export async function runIdempotently(
  sql: Sql,
  asked: IdempotentRequest,
  work: () => Promise<Result<unknown>>,
  profileOf: (result: Result<unknown>) => string | null,
): Promise<Result<unknown>> {
  const { now, secretKey } = asked
  const [hashedKey, ...formerKeys] = hashKeys(asked)
  if (formerKeys.length > 0) {
    if (!(await tryLockKeys(sql, [hashedKey, ...formerKeys]))) throw keyInFlight()
    for (const former of formerKeys) {
      const stored = await findStoredResponse(sql, former, now)
      if (stored) return replayResponse(former, stored, secretKey)
    }
  }
  const claim = await claimKey(sql, hashedKey, now)
  if (claim === 'held') throw keyInFlight()
  if (claim !== 'taken') return replayResponse(hashedKey, claim, secretKey)
  const { resource, beside, created } = await work()
  const result = { resource, ...(beside ? { beside } : {}), ...(created === undefined ? {} : { created }) }
  const sealed = secretKey.seal(JSON.stringify(result), contextOf(hashedKey))
  await storeResponse(sql, hashedKey, { sealed, profileId: profileOf(result) }, now)
  return result
}

/** Whether an earlier request with this key was done; `once` gives its answer, or says why not. */
export async function hasStoredResponse(sql: Sql, asked: IdempotentRequest): Promise<boolean> {
  for (const hashedKey of hashKeys(asked)) if (await hasKey(sql, hashedKey, asked.now)) return true
  return false
}

/** A request that differs from the first one under its key is refused. */
function replayResponse(hashedKey: HashedKey, stored: StoredResponse, secretKey: SecretKey): Result<unknown> {
  if (!stored.fingerprint.equals(hashedKey.fingerprint)) throw keyReused()
  if (!stored.answer) throw responseErased()
  const answer = secretKey.unseal(stored.answer, contextOf(hashedKey)).toString('utf8')
  return { ...JSON.parse(answer), replayed: true }
}

/**
 * Where the key of a client is kept, and the lock under which its requests are done. Digests are made under SECRET_KEY:
 * clients make keys from addresses, and inputs hold names; a plain hash of them could be guessed, and would outlive
 * the person. So there is a place under each key while a rotation lasts; new answers go to the first.
 */
export function hashKeys(asked: Omit<IdempotentRequest, 'now'>): [HashedKey, ...HashedKey[]] {
  const { accountId, clientId, key, request, secretKey } = asked
  const digests = secretKey.macs('idempotency', JSON.stringify([accountId, clientId, key]))
  const fingerprints = secretKey.macs('idempotency', request)
  const hashedKeys = digests.map((digest, index) => ({
    ...{ accountId, clientId, key: digest.toString('base64url'), lock: digest.readBigInt64BE() },
    fingerprint: fingerprints[index] as Buffer,
  }))
  return hashedKeys as [HashedKey, ...HashedKey[]]
}

function contextOf({ accountId, clientId, key }: HashedKey): SealContext {
  return `idempotency_key:${accountId}:${clientId}:${key}`
}

/**
 * The profile that an answer describes, so that it can be erased with the person: the one it shows or names, or the one
 * that the request was about. Answers that only list ids, such as a tag's, describe nobody.
 */
export function describedProfileId(
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
