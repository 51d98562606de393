import { z } from 'zod'
import { roles } from '../../contract/role.ts'

const Id = z.string().regex(/^[0-9a-f]{24}$/)
const Version = z.int().nonnegative()

/** The state of an account that its home region reports to the authorization server, with its version. */
export const AccountState = z.strictObject({
  accountId: Id,
  version: Version,
  name: z.string(),
  paused: z.boolean(),
  /** Sent only if true, so that an authorization server of an older release still understands the rest. */
  requirePasskey: z.literal(true).optional(),
  members: z.array(
    z.strictObject({ memberId: Id, email: z.string(), role: z.enum(roles), isAccepted: z.boolean() }),
  ),
})

export type AccountState = z.output<typeof AccountState>

/**
 * The accounts of a region in a range of ids (without an upper limit if null), each with its version, to find
 * accounts that the authorization server is missing or that no longer exist.
 */
export const AccountRange = z.strictObject({
  after: z.string().regex(/^([0-9a-f]{24})?$/),
  upTo: Id.nullable(),
  /** When the region queried them, in the unit of versions. */
  lookedAt: Version,
  accounts: z.array(z.tuple([Id, Version])),
})

export type AccountRange = z.output<typeof AccountRange>

/**
 * A change that was being written during the query has a lower version and is not included. Newer accounts are never
 * treated as deleted; the next query finds them.
 */
export const unsettledMilliseconds = 120_000
