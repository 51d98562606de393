import type { AppGrant, RevokeReason } from '../../contract/authorization.ts'
import type { OAuthClient } from '../../identity/authorization/oauth-clients.ts'
import type { ConsumeOptions, ConsumeResult, StoredRecord } from '../../identity/authorization/records.ts'

/** The key of a record: its model in oidc-provider and its ID, of which only the hash is stored. */
export type RecordKey = { model: string; id: string }

/** The storage that the OAuth protocol needs, whatever implements it. */
export type OAuthStorage = {
  putRecord: (key: RecordKey, record: NewRecord) => Promise<void>
  findRecord: (key: RecordKey) => Promise<StoredRecord | undefined>
  consumeRecord: (key: RecordKey, rules: Omit<ConsumeOptions, 'now'>) => Promise<ConsumeResult>
  removeRecord: (key: RecordKey) => Promise<void>
  findClient: (clientId: string) => Promise<OAuthClient | undefined>
  putClient: (client: Omit<OAuthClient, 'createdAt' | 'lastUsedAt'>) => Promise<void>
  /** Deletes an app and revokes everything that it was granted. */
  removeClient: (clientId: string, requestId: string) => Promise<void>
  /** Records that someone connected the app. */
  recordClientUse: (clientId: string) => Promise<void>
  /** The grant with this ID while it is valid. */
  findGrant: (id: string) => Promise<Grant | undefined>
  revokeGrant: (id: string, reason: RevokeReason, requestId: string) => Promise<void>
  /** Revokes one access token, effective immediately. */
  revokeToken: (token: VerifiedAccessToken, requestId: string) => Promise<void>
  /** Records that a token was issued for the grant. */
  recordGrantUse: (id: string) => Promise<void>
  hasPerson: (id: string) => Promise<boolean>
  /** Whether the person is still the member that the grant names, in a role that allows all of its scopes. */
  isMembershipValid: (grant: AppGrant) => Promise<boolean>
}

export type NewRecord = { payload: Record<string, unknown>; grantId: string | null; expiresInSeconds: number }

/** A grant with its payload of oidc-provider. */
export type Grant = AppGrant & { payload: Record<string, unknown> }

/** One of our access tokens, with its signature verified. */
export type VerifiedAccessToken = {
  tokenId: string
  clientId: string
  grantId: string
  accountId: string
  region: string
}
