import { z } from 'zod'
import { scopes } from '../../contract/scope.ts'
import { PersonName, Timestamp } from '../../contract/shapes.ts'
import { parseClientId } from '../../identity/client-credentials.ts'
import type { MachineClientRow } from '../../identity/machine-clients.ts'

/** Maximum number of active clients of an account. */
export const maxClients = 50

/** For how many hours an older secret stays valid, by the words used in forms. */
export const overlapHours = { now: 0, hour: 1, day: 24, week: 168 } as const

export const Overlap = z.enum(['now', 'hour', 'day', 'week'])

export const ClientId = z.string().refine((text) => parseClientId(text) !== undefined, 'is not a client id')

export const ClientName = PersonName.refine((name) => name !== '', 'must not be empty')

export const ClientScopes = z
  .array(z.enum(scopes))
  .min(1, 'must name at least one scope')
  .transform((some) => scopes.filter((scope) => some.includes(scope)))

const LiveSecret = z.strictObject({
  /** Identifies the secret among those of its client. */
  createdAt: Timestamp,
  expiresAt: Timestamp.nullable(),
  lastFour: z.string().nullable(),
  lastUsedAt: Timestamp.nullable(),
})

/** A client as owners see it, with its valid secrets. */
export const ClientView = z.strictObject({
  clientId: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(scopes)),
  createdAt: Timestamp,
  lastUsedAt: Timestamp.nullable(),
  revokedAt: Timestamp.nullable(),
  /** The address of the member who made it. Other regions leave it out until they run this release. */
  madeBy: z.string().nullable().default(null),
  secrets: z.array(LiveSecret),
})
export type ClientView = z.output<typeof ClientView>

export const ClientList = z.strictObject({ clients: z.array(ClientView) })

/** Shown once: the secret is stored nowhere. */
export const NewSecret = z.strictObject({
  clientId: z.string(),
  clientSecret: z.string(),
  name: z.string(),
  /** When the older secret expires; null if there is none. */
  olderEndsAt: Timestamp.nullable(),
})

export function toClientView(row: MachineClientRow, now: Date): ClientView {
  return { ...row, secrets: row.revokedAt === null ? liveSecrets(row, now) : [] }
}

/** The valid secrets, oldest first. */
export function liveSecrets(
  { secrets }: Pick<MachineClientRow, 'secrets'>,
  now: Date,
): MachineClientRow['secrets'] {
  return secrets.filter(({ expiresAt }) => expiresAt === null || Date.parse(expiresAt) > now.getTime())
}
