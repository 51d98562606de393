import { memberOperations } from '../catalog.ts'
import type { MemberCaller } from '../contract/caller.ts'
import type { Role } from '../contract/role.ts'
import { listMemberRows } from '../domain/member/store.ts'
import type { DemoAccount } from './account.ts'
import { type DemoParts, openDemoGate } from './demo-gate.ts'

export type DemoMember = { email: string; role: Role; daysAgo: number; hasAccepted: boolean }

/** Northwind's members besides its owner. Grace belongs to two accounts, so that she has a choice at sign-in. */
export const northwindMembers: readonly DemoMember[] = [
  { email: 'maya@northwind.test', role: 'manager', daysAgo: 52, hasAccepted: true },
  { email: 'grace@coach.test', role: 'manager', daysAgo: 31, hasAccepted: true },
  { email: 'ben@northwind.test', role: 'user', daysAgo: 20, hasAccepted: true },
  { email: 'ines@northwind.test', role: 'user', daysAgo: 2, hasAccepted: false },
]

export const blueHeronMembers: readonly DemoMember[] = [
  { email: 'grace@coach.test', role: 'user', daysAgo: 12, hasAccepted: true },
]

/** Invites members on behalf of the account's owner, and accepts for those who have. */
export async function seedMembers(
  parts: DemoParts,
  account: DemoAccount,
  newcomers: readonly DemoMember[],
): Promise<void> {
  const members = await parts.database.inAccount(account.id, (sql) => listMemberRows(sql, account.id))
  const owner = members.find(({ email }) => email === account.owner)
  if (!owner) throw new Error(`${account.name} has lost its owner`)
  const as = (memberId: string, at: string): MemberCaller => ({
    kind: 'member',
    accountId: account.id,
    region: parts.installation.region,
    memberId,
    signIn: { at, byPasskey: false },
  })
  for (const { email, role, daysAgo, hasAccepted } of newcomers) {
    const { gate, advance, clock } = openDemoGate(
      parts,
      new Date(parts.clock().getTime() - daysAgo * 86_400_000),
    )
    const invite = as(owner.id, clock().toISOString())
    const invited = await gate(memberOperations.invite_member, invite, { email, role }, { id: 'demo' })
    advance(3_600)
    if (!hasAccepted) continue
    const accept = as(invited.resource.id, clock().toISOString())
    await gate(memberOperations.accept_membership, accept, {}, { id: 'demo' })
  }
}
