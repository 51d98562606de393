import { randomBytes } from 'node:crypto'
import type { AppConnection, Membership } from '../../src/contract/authorization.ts'
import type { AppMessage } from '../../src/contract/region-message.ts'
import { insertAccount } from '../../src/domain/account/store.ts'
import { findLiveGrant } from '../../src/domain/app/list.ts'
import type { AppParts } from '../../src/domain/app/model.ts'
import { createSecretKeyring } from '../../src/identity/secret-keyring.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

/** The store functions of apps on their own database, with a clock that only `pass` moves. */
export type AppsFixture = {
  db: TestDatabase
  parts: AppParts
  /** Messages queued for other regions, in order. */
  messages: { zone: string; message: AppMessage }[]
  now: () => Date
  pass: (milliseconds: number) => void
  /** An owner of an account, and the input that connects an app. */
  ready: (plan?: Plan) => Promise<{ connection: AppConnection; membership: Membership }>
  /** The account's audit entries. */
  entries: (accountId: string) => Promise<Record<string, unknown>[]>
  /** Whether each of these grants is still valid. */
  alive: (...ids: string[]) => Promise<boolean[]>
}

type Plan = { region?: string; accountId?: string; person?: AppConnection['person'] }

export async function openAppsFixture(): Promise<AppsFixture> {
  const db = await createTestDatabase()
  const messages: AppsFixture['messages'] = []
  let now = new Date('2026-11-21T09:00:00Z')
  const secretKey = createSecretKeyring([randomBytes(32)])
  const parts: AppParts = {
    database: db.database,
    clock: () => now,
    newId: () => newPublicId(now),
    region: 'us',
    secretKey,
    installation: { publicUrl: 'https://timbre.example', authUrl: 'https://timbre.example', secretKey },
    queueRegionMessage: async (_sql, zone, message) => void messages.push({ zone, message }),
  }
  return {
    db,
    parts,
    messages,
    now: () => now,
    pass: (milliseconds) => {
      now = new Date(now.getTime() + milliseconds)
    },
    ready: (plan = {}) => makeReady(db, now, plan),
    entries: (accountId) =>
      db.admin(
        `select action, actor_kind, actor_id, client_id, target_type, target_id, changes
           from audit_entry where account_id = $1 order by seq`,
        [accountId],
      ),
    async alive(...ids) {
      const grants = await Promise.all(ids.map((id) => findLiveGrant(parts, id)))
      return grants.map((grant) => grant !== undefined)
    },
  }
}

async function makeReady(
  db: TestDatabase,
  now: Date,
  plan: Plan,
): Promise<{ connection: AppConnection; membership: Membership }> {
  const person = plan.person ?? { id: newPublicId(now), email: `${newPublicId(now)}@test.test` }
  await db.admin('insert into person (id, email, created_at) values ($1, $2, $3) on conflict do nothing', [
    person.id,
    person.email,
    now,
  ])
  const accountId = plan.accountId ?? newPublicId(now)
  const memberId = newPublicId(now)
  if (!plan.region) {
    await db.database.inAccount(accountId, async (sql) => {
      if (!plan.accountId) {
        const standing = { billingStatus: 'active', trialEndsAt: null, paused: false } as const
        await insertAccount(sql, { id: accountId, name: 'Northwind', now, ...standing, preferences: {} })
      }
    })
    await db.admin(
      `insert into member (account_id, id, email, role, created_at, accepted_at)
       values ($1, $2, $3, 'owner', $4, $4)`,
      [accountId, memberId, person.email, now],
    )
  }
  const membership: Membership = {
    accountId,
    memberId,
    accountName: 'Northwind',
    region: plan.region ?? 'us',
    role: 'owner',
    isPaused: false,
    isAccepted: true,
    requirePasskey: false,
  }
  return {
    membership,
    connection: {
      id: newPublicId(now),
      answers: newPublicId(now),
      person,
      membership,
      app: { clientId: 'app-1', name: 'Fieldnotes' },
      redirectHost: 'app.fieldnotes.example',
      scopes: ['profiles:read', 'account:read'],
      byPasskey: false,
      payload: { kept: true },
      expiresAt: new Date(now.getTime() + 86_400_000),
      requestId: 'request',
    },
  }
}

/** A second consent of the same person to the same app. */
export function reconnect(connection: AppConnection): AppConnection {
  return { ...connection, id: newPublicId(), answers: newPublicId() }
}
