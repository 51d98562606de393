import type { AppGrant, RevokeReason } from '../../contract/authorization.ts'
import type { OAuthClient } from '../../identity/authorization/oauth-clients.ts'
import type { ConsumeOptions, ConsumeResult, StoredRecord } from '../../identity/authorization/records.ts'

/** A record by the kind that the protocol gives it and by its text, of which only the hash is stored. */
export type RecordKey = { model: string; id: string }

/** What the protocol keeps, as functions; where it is kept, this door does not know. */
export type OAuthStorage = {
  putRecord: (key: RecordKey, record: NewRecord) => Promise<void>
  findRecord: (key: RecordKey) => Promise<StoredRecord | undefined>
  consumeRecord: (key: RecordKey, rules: Omit<ConsumeOptions, 'now'>) => Promise<ConsumeResult>
  removeRecord: (key: RecordKey) => Promise<void>
  findClient: (clientId: string) => Promise<OAuthClient | undefined>
  putClient: (client: Omit<OAuthClient, 'createdAt' | 'lastUsedAt'>) => Promise<void>
  /** Removes an app and ends everything that it was granted. */
  removeClient: (clientId: string, requestId: string) => Promise<void>
  /** Notes that somebody lets the app in. */
  recordClientUse: (clientId: string) => Promise<void>
  /** The grant of this id as long as it counts. */
  findGrant: (id: string) => Promise<Grant | undefined>
  revokeGrant: (id: string, reason: RevokeReason, requestId: string) => Promise<void>
  /** Has one access token refused from now on. */
  revokeToken: (token: VerifiedAccessToken, requestId: string) => Promise<void>
  /** Notes that a token was issued for the grant. */
  recordGrantUse: (id: string) => Promise<void>
  hasPerson: (id: string) => Promise<boolean>
  /** Whether the person is still the member that the grant names, in a role that allows all of its scopes. */
  isMembershipValid: (grant: AppGrant) => Promise<boolean>
}

export type NewRecord = { payload: Record<string, unknown>; grantId: string | null; expiresInSeconds: number }

/** A grant with what the protocol keeps of it. */
export type Grant = AppGrant & { payload: Record<string, unknown> }

/** An access token of ours whose signature was verified. */
export type VerifiedAccessToken = {
  tokenId: string
  clientId: string
  grantId: string
  accountId: string
  region: string
}
