import { z } from 'zod'
import { roles } from '../../contract/role.ts'

const Id = z.string().regex(/^[0-9a-f]{24}$/)
const Version = z.int().nonnegative()

/** All that the authorization server is told of an account of another region, as of one version. */
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
 * The accounts that a region has, from behind one id up to another (to the end where it is null), each with its
 * version; to find out what the authorization server does not know, or knows although it is gone.
 */
export const AccountRange = z.strictObject({
  after: z.string().regex(/^([0-9a-f]{24})?$/),
  upTo: Id.nullable(),
  /** When the region looked, as versions count. */
  lookedAt: Version,
  accounts: z.array(z.tuple([Id, Version])),
})

export type AccountRange = z.output<typeof AccountRange>

/**
 * A change that was being written while the region looked has a lower version than the look, and is not in it. What
 * is younger than this is never taken for gone; the next look finds it.
 */
export const unsettledMilliseconds = 120_000
