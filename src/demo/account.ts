import type { MachineCaller } from '../contract/caller.ts'
import type { AccountPreferences } from '../contract/operation.ts'
import { type Scope, scopes } from '../contract/scope.ts'
import { insertAccount } from '../domain/account/store.ts'
import { insertMachineClient } from '../identity/machine.ts'
import { newPublicId } from '../platform/ids.ts'
import type { DemoParts } from './stage.ts'

/** An account of the demo as `demo.json` names it. */
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
      mode: 'demo',
    })
    return insertMachineClient(sql, {
      accountId: id,
      region: parts.site.region,
      name: 'Demo scripts',
      scopes,
      now,
    })
  })
  return { id, name, owner, ...client }
}

/** The account's own machine, which the demo uses to create and invite people. */
export function machineOf(parts: DemoParts, account: DemoAccount): MachineCaller {
  return {
    kind: 'machine',
    accountId: account.id,
    region: parts.site.region,
    clientId: account.clientId,
    scopes: new Set<Scope>(scopes),
  }
}

export function newAccountId(parts: DemoParts): string {
  return newPublicId(parts.clock())
}
