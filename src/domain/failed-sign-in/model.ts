import { z } from 'zod'

const Id = z.string().regex(/^[0-9a-f]{24}$/)

const counted = { count: z.int().positive(), since: z.iso.datetime(), until: z.iso.datetime() }

/** Maximum number of members of an account with their own entry per hour; the others share one. */
const mostMembers = 10

/**
 * Failed sign-ins of members of one account in one hour, as in its audit log. The authorization server counts them
 * and sends them to the home region of the account.
 */
export const FailedSignIns = z.strictObject({
  accountId: Id,
  /** The start of the hour. */
  hour: z.iso.datetime(),
  members: z.array(z.strictObject({ memberId: Id, ...counted })).max(mostMembers),
  /** All other members together. */
  others: z.strictObject({ members: z.int().positive(), ...counted }).optional(),
})

export type FailedSignIns = z.output<typeof FailedSignIns>

/** Sends them to another region, which may receive them twice. */
export type SendFailedSignIns = (region: string, failures: FailedSignIns) => Promise<void>

export type MemberFailures = { memberId: string; count: number; since: string; until: string }

/** `rows` with the most failures first. */
export function summarize(accountId: string, hour: string, rows: readonly MemberFailures[]): FailedSignIns {
  const [members, rest] = [rows.slice(0, mostMembers), rows.slice(mostMembers)]
  if (rest.length === 0) return { accountId, hour, members }
  const others = {
    members: rest.length,
    count: rest.reduce((sum, { count }) => sum + count, 0),
    since: rest.map(({ since }) => since).sort()[0] as string,
    until: rest
      .map(({ until }) => until)
      .sort()
      .at(-1) as string,
  }
  return { accountId, hour, members, others }
}
