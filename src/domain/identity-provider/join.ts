import type { InstallationConfig } from '../../contract/operation.ts'
import type { Clock, Sql } from '../../contract/ports.ts'
import type { SecretKey } from '../../contract/secret-key.ts'
import { findAccount } from '../account/caller-status-store.ts'
import { recordChanges } from '../audit/record.ts'
import { memberStateOf } from '../member/model.ts'
import { insertMember, lockMembers, setAccepted, setMemberName, setRole } from '../member/store.ts'
import { notifyOwners } from '../notice/notify-owners.ts'
import { findProvider, listDomains, recordProviderUse } from './store.ts'

export type JoinParts = {
  clock: Clock
  newId: () => string
  secretKey: SecretKey
  installation: Pick<InstallationConfig, 'publicUrl' | 'authUrl' | 'secretKey'>
}

/** Whom the provider vouches for, as it was at `changedAt` when the sign-in began. */
export type Vouched = {
  accountId: string
  provider: { id: string; changedAt: string }
  email: string
  name: string | null
}

/** Changes of the provider wait for the admission. Sessions begin `at` it, so a later change ends them. */
export type ProviderAdmission =
  | { admitted: true; at: Date }
  | { admitted: false; reason: 'domain' | 'member' | 'provider' }

/**
 * Lets a person into the account whose provider vouches for them, in a transaction of that account: only with an address
 * at a domain that this account has proven. Members come in; others become members if the account has chosen a role
 * for them. Nobody becomes a member of any other account.
 */
export async function admitVouched(
  sql: Sql,
  parts: JoinParts,
  { vouched, requestId }: { vouched: Vouched; requestId: string },
): Promise<ProviderAdmission> {
  const { accountId, email, name } = vouched
  const members = await lockMembers(sql, accountId)
  const now = parts.clock()
  const provider = await findProvider(sql, accountId)
  const isSame = provider?.id === vouched.provider.id && provider.changedAt === vouched.provider.changedAt
  if (!provider || !isSame) return { admitted: false, reason: 'provider' }
  const domains = await listDomains(sql, accountId)
  const isProven = domains.some(({ domain, provenAt }) => provenAt !== null && email.endsWith(`@${domain}`))
  if (!isProven) return { admitted: false, reason: 'domain' }
  const member = members.find((one) => one.email === email)
  const state = member && memberStateOf(member, now)
  if (state === 'accepted' || state === 'invited') {
    if (name !== null && member) await setMemberName(sql, accountId, member.id, name)
  } else {
    const account = (await findAccount(sql, accountId, null))?.account
    const role = provider.joinRole
    if (role === null || !account || account.paused) return { admitted: false, reason: 'member' }
    const id = member?.id ?? parts.newId()
    if (member) {
      await setRole(sql, accountId, id, role)
      await setAccepted(sql, accountId, id, now)
    } else await insertMember(sql, { accountId, id, email, role, now })
    if (name !== null) await setMemberName(sql, accountId, id, name)
    const { newId, secretKey, installation } = parts
    recordChanges(sql, {
      ...{ accountId, requestId, now, newId, secretKey },
      actor: { kind: 'member', id, clientId: null },
      action: 'join_by_provider',
      changes: [{ target: { type: 'member', id }, changes: { role } }],
    })
    const notice = { sql, account, installation, newId, now: () => now }
    await notifyOwners(notice, id, { kind: 'memberCame', member: email, role })
  }
  await recordProviderUse(sql, accountId, now)
  return { admitted: true, at: now }
}
