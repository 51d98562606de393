/** Across regions: the accounts that an address belongs to, and the owners of an account. */
import type { Membership } from '../../contract/authorization.ts'
import type { Sql } from '../../contract/ports.ts'
import type { Role } from '../../contract/role.ts'
import type { SessionReach } from './sessions.ts'

/** Where memberships are looked up: this region's tables, and the directory of the other regions. */
export type MembershipSource = {
  region: string
  /** Memberships in accounts of other regions. Does the same work whether or not there are any. */
  listRemoteMemberships?: (sql: Sql, email: string) => Promise<Membership[]>
}

/**
 * Every account that the owner of this address is a member of or invited to, by name, in a system transaction. Of an
 * account, only its name and settings that matter at sign-in are included.
 */
export async function listMemberships(
  sql: Sql,
  { region, listRemoteMemberships }: MembershipSource,
  email: string,
): Promise<Membership[]> {
  const rows = await sql.rows<Row>(
    `select member.account_id as "accountId", account.name as "accountName", member.id as "memberId",
       member.role, account.paused as "isPaused", member.accepted_at as "acceptedAt",
       account.require_passkey as "requirePasskey", coalesce(sandbox.account_id, account.id) as "signInAccountId",
       provider.id as "requiredProvider"
       from member join account on account.id = member.account_id
       left join sandbox on sandbox.id = account.id
       left join sign_in_domain bound on bound.account_id = coalesce(sandbox.account_id, account.id)
         and bound.domain = split_part(member.email, '@', 2) and bound.required and member.role <> 'owner'
       left join identity_provider provider on provider.account_id = bound.account_id
      where member.email = $1 and not exists (select from account_move move
              where move.account_id = account.id and move.direction = 'out' and move.state = 'gone')`,
    [email],
  )
  const inThisRegion = rows.map(({ acceptedAt, requiredProvider, ...row }) => ({
    ...row,
    ...(requiredProvider !== null && { lacksProvider: requiredProvider }),
    region,
    isAccepted: acceptedAt !== null,
  }))
  const inOtherRegions = (await listRemoteMemberships?.(sql, email)) ?? []
  return [...inThisRegion, ...inOtherRegions].sort(byName)
}

/** Of these memberships, those that a session opens, and what each of them still requires of it. */
export function membershipsWithin(
  memberships: readonly Membership[],
  { providerAccountId, onlyAccountId }: SessionReach,
): Membership[] {
  return memberships
    .map((membership) => ({
      membership,
      signInAccountId: membership.signInAccountId ?? membership.accountId,
    }))
    .filter(({ signInAccountId }) => onlyAccountId === null || onlyAccountId === signInAccountId)
    .map(({ membership, signInAccountId }) => {
      const { lacksProvider, signInAccountId: _, ...rest } = membership
      if (signInAccountId === providerAccountId) return { ...rest, vouchedBy: providerAccountId }
      return lacksProvider === undefined ? rest : { ...rest, lacksProvider }
    })
}

/** Emails of an account's owners, whichever region it is in. */
export async function listOwners(sql: Sql, accountId: string): Promise<string[]> {
  const rows = await sql.rows<{ email: string }>(
    `select email from member where account_id = $1 and role = 'owner' and accepted_at is not null
      union select email from directory_member where account_id = $1 and role = 'owner' and is_accepted
      order by email`,
    [accountId],
  )
  return rows.map(({ email }) => email)
}

type Row = {
  accountId: string
  accountName: string
  memberId: string
  role: Role
  isPaused: boolean
  requirePasskey: boolean
  acceptedAt: string | null
  signInAccountId: string
  requiredProvider: string | null
}

function byName(left: Membership, right: Membership): number {
  return left.accountName.localeCompare(right.accountName) || (left.accountId < right.accountId ? -1 : 1)
}
