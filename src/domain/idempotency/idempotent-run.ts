import { answerOnceOnDisk } from '../../contract/answer-once-on-disk.ts'
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
  /** The key as the client sent it. */
  key: string
  /** The canonical request; see `canonicalRequest`. */
  canonicalRequest: string
  now: Date
  secretKey: SecretKey
}

/**
 * Runs the work, or replays the stored response if a request with this key was completed before. Key, change and
 * response are written in one transaction: a refusal rolls the key back too, so that the caller can fix the request
 * and retry. If another transaction holds the key, the request is refused as in flight; the key mutex retries it.
 */
export async function runIdempotently(
  sql: Sql,
  request: IdempotentRequest,
  work: () => Promise<Result<unknown>>,
  profileOf: (result: Result<unknown>) => string | null,
): Promise<Result<unknown>> {
  const { now, secretKey } = request
  const [hashedKey, ...formerKeys] = hashKeys(request)
  if (formerKeys.length > 0) {
    if (!(await tryLockKeys(sql, [hashedKey, ...formerKeys]))) throw keyInFlight()
    for (const former of formerKeys) {
      const stored = await findStoredResponse(sql, former, now)
      if (stored) return replayResponse(sql, former, stored, secretKey)
    }
  }
  const claim = await claimKey(sql, hashedKey, now)
  if (claim === 'held') throw keyInFlight()
  if (claim !== 'taken') return replayResponse(sql, hashedKey, claim, secretKey)
  const { resource, siblings, created } = await work()
  const result: Result<unknown> = {
    resource,
    ...(siblings && { siblings }),
    ...(created === undefined ? {} : { created }),
  }
  const sealed = secretKey.seal(serializeResult(result), contextOf(hashedKey))
  await storeResponse(sql, hashedKey, { sealed, profileId: profileOf(result) }, now)
  return result
}

/**
 * Whether an earlier request with this key was completed; `runIdempotently` returns its response or the reason why
 * not.
 */
export async function hasStoredResponse(sql: Sql, request: IdempotentRequest): Promise<boolean> {
  for (const hashedKey of hashKeys(request)) if (await hasKey(sql, hashedKey, request.now)) return true
  return false
}

/** Refused if the request differs from the first one with this key. */
function replayResponse(
  sql: Sql,
  hashedKey: HashedKey,
  stored: StoredResponse,
  secretKey: SecretKey,
): Result<unknown> {
  answerOnceOnDisk(sql)
  if (!stored.fingerprint.equals(hashedKey.fingerprint)) throw keyReused()
  if (!stored.answer) throw responseErased()
  const text = secretKey.unseal(stored.answer, contextOf(hashedKey)).toString('utf8')
  return { ...parseResult(text), replayed: true }
}

/** Siblings are stored under their former name: processes of an earlier release read the same rows. */
type StoredResult = Omit<Result<unknown>, 'siblings'> & { beside?: Result<unknown>['siblings'] }

function serializeResult({ siblings, ...result }: Result<unknown>): string {
  const stored: StoredResult = { ...result, ...(siblings && { beside: siblings }) }
  return JSON.stringify(stored)
}

function parseResult(text: string): Result<unknown> {
  const { beside, ...result } = JSON.parse(text) as StoredResult
  return { ...result, ...(beside && { siblings: beside }) }
}

/**
 * Derives the stored form of a client's key and its advisory lock. Digests are keyed with SECRET_KEY: clients build
 * keys from addresses, and inputs contain names, so plain hashes could be guessed and would outlive the person.
 * During a rotation there is one digest per secret key; new responses are stored under the first.
 */
export function hashKeys(request: Omit<IdempotentRequest, 'now'>): [HashedKey, ...HashedKey[]] {
  const { accountId, clientId, key, canonicalRequest, secretKey } = request
  const digests = secretKey.macs('idempotency', JSON.stringify([accountId, clientId, key]))
  const fingerprints = secretKey.macs('idempotency', canonicalRequest)
  const hashedKeys = digests.map((digest, index) => ({
    accountId,
    clientId,
    key: digest.toString('base64url'),
    lock: digest.readBigInt64BE(),
    fingerprint: fingerprints[index] as Buffer,
  }))
  return hashedKeys as [HashedKey, ...HashedKey[]]
}

function contextOf({ accountId, clientId, key }: HashedKey): SealContext {
  return `idempotency_key:${accountId}:${clientId}:${key}`
}

/**
 * The profile that a response describes, so that the response can be erased with the person: the one in the response,
 * or else the one in the request. Responses that only list ids, such as a tag's, describe no one.
 */
export function describedProfileId(
  operation: Operation,
  input: Record<string, unknown>,
  result: Result<unknown>,
): string | null {
  if (operation.rest?.key === 'profile') return (result.resource as { id: string }).id
  if (typeof input.profileId === 'string') return input.profileId
  const profileId = (result.resource as { profileId?: unknown } | null)?.profileId
  if (typeof profileId === 'string') return profileId
  return input.resourceType === 'profile' ? String(input.resourceId) : null
}
