import type { MachineCaller } from '../contract/caller.ts'
import type { AccountPreferences, Change } from '../contract/operation.ts'
import type { Sql } from '../contract/ports.ts'
import { type Scope, scopes } from '../contract/scope.ts'
import { insertAccount } from '../domain/account/store.ts'
import { recordChanges } from '../domain/audit/record.ts'
import { insertMember } from '../domain/member/store.ts'
import { insertMachineClient } from '../identity/client-credentials.ts'
import { newPublicId } from '../platform/ids.ts'
import type { DemoParts } from './demo-gate.ts'

/** A demo account as listed in `demo.json`. */
export type DemoAccount = { id: string; name: string; owner: string; clientId: string; clientSecret: string }

export type AccountPlan = {
  id: string
  name: string
  owner: string
  daysAgo: number
  billingStatus?: 'trialing' | 'active'
  trialEndsAt?: Date
  paused?: boolean
  preferences?: AccountPreferences
  /** A sandbox only in tests. */
  mode?: 'demo' | 'sandbox'
}

/** Creates an account with a machine client that has every scope. */
export async function openAccount(parts: DemoParts, plan: AccountPlan): Promise<DemoAccount> {
  const now = new Date(parts.clock().getTime() - plan.daysAgo * 86_400_000)
  const { id, name, owner } = plan
  const client = await parts.database.inAccount(id, async (sql) => {
    await insertAccount(sql, {
      id,
      name,
      now,
      billingStatus: plan.billingStatus ?? 'active',
      trialEndsAt: plan.trialEndsAt ?? null,
      paused: plan.paused ?? false,
      preferences: plan.preferences ?? {},
      mode: plan.mode ?? 'demo',
    })
    const memberId = newPublicId(now)
    await insertMember(sql, { accountId: id, id: memberId, email: owner, role: 'owner', now })
    const inserted = await insertMachineClient(sql, {
      accountId: id,
      region: parts.installation.region,
      name: 'Demo scripts',
      scopes,
      now,
    })
    await recordAsOperator(sql, parts, id, now, [
      { action: 'create_account', target: { type: 'account', id } },
      { action: 'add_member', target: { type: 'member', id: memberId }, changes: { role: 'owner' } },
      { action: 'create_client', target: { type: 'client', id: inserted.clientId }, changes: { scopes } },
    ])
    return inserted
  })
  return { id, name, owner, ...client }
}

/** Writes an audit entry for what the demo does in the operator's place. */
export async function recordAsOperator(
  sql: Sql,
  parts: DemoParts,
  accountId: string,
  now: Date,
  changes: readonly (Change & { action: string })[],
): Promise<void> {
  recordChanges(sql, {
    accountId,
    changes,
    now,
    action: 'demo',
    requestId: 'demo',
    actor: { kind: 'operator', id: 'demo', clientId: null },
    newId: () => newPublicId(now),
    secretKey: parts.installation.secretKey,
  })
}

/** The account's machine client, which the demo uses to create and invite people. */
export function machineOf(parts: DemoParts, account: DemoAccount): MachineCaller {
  return {
    kind: 'machine',
    accountId: account.id,
    region: parts.installation.region,
    clientId: account.clientId,
    scopes: new Set<Scope>(scopes),
  }
}

export function newAccountId(parts: DemoParts): string {
  return newPublicId(parts.clock())
}
