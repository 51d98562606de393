import type { Caller, GuestCaller } from '../../contract/caller.ts'
import type { Account } from '../../contract/operation.ts'
import type { Sql } from '../../contract/ports.ts'
import type { Role } from '../../contract/role.ts'
import { type AccountRow, accountOf } from './store.ts'

/** The account, and everything that decides whether the caller may still act for it. */
export type CallerStatus = {
  account: Account
  /** False once the machine client was revoked; true for callers that are not machine clients. */
  isClientActive: boolean
  /** Whether the consent behind the token, or the token itself, was revoked. */
  isRevoked: boolean
  /** The member that the caller is or acts for; undefined once the member is removed. */
  member: { role: Role; isAccepted: boolean } | undefined
  /** Whether the caller's link exists, expired or not; false for callers without a link. */
  linkExists: boolean
}

/**
 * Reads the account of the transaction and the caller's status in it. One statement on primary keys, because every
 * request needs both.
 */
export async function findAccount(
  sql: Sql,
  accountId: string,
  caller: Caller | null,
): Promise<CallerStatus | undefined> {
  if (caller?.kind === 'delegate') return findForMember(sql, accountId, caller)
  if (caller?.kind === 'member') return findForMember(sql, accountId, { memberId: caller.memberId })
  if (caller?.kind === 'guest') return findForGuest(sql, accountId, caller)
  const clientId = caller?.kind === 'machine' ? caller.clientId : null
  const row = await sql.row<AccountRow & { client_live: boolean }>(
    `select account.*, client.client_id is not null as client_live
       from account left join machine_client client
         on client.account_id = account.id and client.client_id = $2 and client.revoked_at is null
      where account.id = $1`,
    [accountId, clientId],
  )
  if (!row) return undefined
  const isClientActive = clientId === null || row.client_live
  return { account: accountOf(row), isClientActive, isRevoked: false, member: undefined, linkExists: false }
}

async function findForGuest(
  sql: Sql,
  accountId: string,
  { link, linkHash }: Pick<GuestCaller, 'link' | 'linkHash'>,
): Promise<CallerStatus | undefined> {
  const row = await sql.row<AccountRow & { is_known: boolean }>(guestStatements[link], [accountId, linkHash])
  if (!row) return undefined
  const { is_known: linkExists } = row
  return { account: accountOf(row), isClientActive: true, isRevoked: false, member: undefined, linkExists }
}

// An unsubscribe link is verified by its signature before this point and has no row.
const signedLink = 'select account.*, $2::bytea is not null as is_known from account where account.id = $1'

const guestStatements = {
  personal: statementForGuest('invite'),
  shared: statementForGuest('share_link'),
  report: statementForGuest('report_link'),
  card: statementForGuest('share_card'),
  study: statementForGuest('study_participant'),
  peer: statementForGuest('study_peer'),
  stop: signedLink,
  notices: signedLink,
}

function statementForGuest(table: string): string {
  return `select account.*, exists (select 1 from ${table} link
             where link.account_id = account.id and link.token_hash = $2) as is_known
       from account where account.id = $1`
}

async function findForMember(
  sql: Sql,
  accountId: string,
  { memberId, grantId, tokenId }: { memberId: string; grantId?: string; tokenId?: string },
): Promise<CallerStatus | undefined> {
  const row = await sql.row<AccountRow & { role: Role | null; is_accepted: boolean; is_revoked: boolean }>(
    `select account.*, member.role, member.accepted_at is not null as is_accepted, exists (
         select 1 from revocation where revocation.account_id = account.id
            and (kind, revocation.id) in (('grant', $3), ('token', $4))) as is_revoked
       from account left join member on member.account_id = account.id and member.id = $2
      where account.id = $1`,
    [accountId, memberId, grantId ?? null, tokenId ?? null],
  )
  if (!row) return undefined
  const member = row.role === null ? undefined : { role: row.role, isAccepted: row.is_accepted }
  const isRevoked = row.is_revoked
  return { account: accountOf(row), isClientActive: true, isRevoked, member, linkExists: false }
}
