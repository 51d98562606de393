import type { AppConnection, AppGrant, Membership } from '../../contract/authorization.ts'

/** What the consent and connected-apps pages need from the grants. */
export type AppsInterface = {
  /** Fails as `forbidden` if the membership or role has changed, as `conflict` if the request was already answered. */
  connect: (connection: AppConnection) => Promise<AppGrant>
  /** Apps the person connected, and apps that others connected to accounts the person owns. Newest first. */
  list: (
    personId: string,
    memberships: readonly Membership[],
  ) => Promise<{ own: AppGrant[]; others: (AppGrant & { email: string })[] }>
  find: (grantId: string) => Promise<AppGrant | undefined>
  /** Revokes all of this person's grants to this app in this account, effective immediately. */
  disconnect: (
    selection: { accountId: string; region: string; personId: string; clientId: string },
    by: { requestId: string } & ({ reason: 'person' } | { reason: 'account'; ownerId: string }),
  ) => Promise<void>
}
