/** In the audit log, and as the cause of events. */
export const actorKinds = ['client', 'member', 'person', 'operator', 'system'] as const
export type ActorKind = (typeof actorKinds)[number]

/**
 * Who made a change: `client` a machine client; `member` a member, through an app or on the pages of the
 * authorization server; `person` someone with a link; `operator` the shell of the installation; `system` the service
 * itself, by a rule that the account has set.
 */
export type Actor = { kind: ActorKind; id: string; clientId: string | null }
