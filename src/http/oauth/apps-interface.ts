import type { AppConnection, AppGrant, Membership } from '../../contract/authorization.ts'

/** What the pages of consent and connected apps need of the grants. */
export type AppsInterface = {
  /** Fails as `forbidden` where the membership or the role has changed, as `conflict` at a second answer. */
  connect: (connection: AppConnection) => Promise<AppGrant>
  /** What the person let in, and what others let into the accounts that the person owns; the newest first. */
  list: (
    personId: string,
    memberships: readonly Membership[],
  ) => Promise<{ own: AppGrant[]; others: (AppGrant & { email: string })[] }>
  find: (grantId: string) => Promise<AppGrant | undefined>
  /** Ends everything that this person let this app do in this account, at once. */
  disconnect: (
    selection: { accountId: string; region: string; personId: string; clientId: string },
    by: { requestId: string } & ({ reason: 'person' } | { reason: 'account'; ownerId: string }),
  ) => Promise<void>
}
