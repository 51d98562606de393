import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import type { AppConnection, Membership } from '../../contract/authorization.ts'
import type { AppMessage } from '../../contract/region-message.ts'
import { newPublicId } from '../../platform/ids.ts'
import { insertAccount } from '../account/store.ts'
import { connectApp } from './connect.ts'
import { findLiveGrant, listConnectedApps } from './list.ts'
import type { AppParts } from './model.ts'
import { applyDisconnection, revokeGrants, revokeToken } from './revoke.ts'
import { createUseNotes, touchGrant } from './use.ts'

let db: TestDatabase
let parts: AppParts
let now = new Date('2026-11-21T09:00:00Z')
const told: { zone: string; message: AppMessage }[] = []

beforeAll(async () => {
  db = await createTestDatabase()
  parts = {
    database: db.database,
    clock: () => now,
    newId: () => newPublicId(now),
    region: 'us',
    secretKey: randomBytes(32),
    tellRegion: async (_sql, zone, message) => void told.push({ zone, message }),
  }
})

describe('connectApp', () => {
  test('makes the grant and one entry of the audit that names the member and the scopes', async () => {
    const { connection, membership } = await ready()
    const grant = await connectApp(parts, connection)
    expect(await findLiveGrant(parts, grant.id)).toMatchObject({ ...grant, payload: { kept: true } })
    expect(await entries(membership.accountId)).toEqual([
      {
        action: 'connect_app',
        actor_kind: 'member',
        actor_id: membership.memberId,
        client_id: null,
        target_type: 'app',
        target_id: grant.id,
        changes: { clientId: 'app-1', appName: 'Fieldnotes', scopes: ['profiles:read', 'account:read'] },
      },
    ])
  })

  test('refuses who is no member any more, and leaves no grant and no entry', async () => {
    const { connection, membership } = await ready()
    await db.admin('delete from member where id = $1', [membership.memberId])
    await expect(connectApp(parts, connection)).rejects.toMatchObject({ kind: 'forbidden' })
    expect(await findLiveGrant(parts, connection.id)).toBeUndefined()
    expect(await entries(membership.accountId)).toEqual([])
  })

  test('refuses who was invited and has not accepted', async () => {
    const { connection, membership } = await ready()
    await db.admin('update member set accepted_at = null, invitation_expires_at = $2 where id = $1', [
      membership.memberId,
      now,
    ])
    await expect(connectApp(parts, connection)).rejects.toMatchObject({ kind: 'forbidden' })
  })

  test('refuses a scope beyond the role that the member has now, whatever the page knew', async () => {
    const { connection, membership } = await ready()
    await db.admin(`update member set role = 'user' where id = $1`, [membership.memberId])
    const wider = { ...connection, scopes: ['profiles:write'] as const }
    await expect(connectApp(parts, wider)).rejects.toMatchObject({ kind: 'forbidden' })
  })

  test('answers a request once, however often and for whatever account its form is sent', async () => {
    const { connection, membership } = await ready()
    const { membership: other } = await ready({ person: connection.person })
    const answers = await Promise.allSettled([
      connectApp(parts, connection),
      connectApp(parts, { ...connection, id: newPublicId(now) }),
      connectApp(parts, { ...connection, id: newPublicId(now), membership: other }),
    ])
    const refused = answers.filter(({ status }) => status === 'rejected')
    expect(refused).toMatchObject([{ reason: { kind: 'conflict' } }, { reason: { kind: 'conflict' } }])
    const made = [...(await entries(membership.accountId)), ...(await entries(other.accountId))]
    expect(made).toHaveLength(1)
  })

  test('tells the home region of an account that lives elsewhere, and writes no entry here', async () => {
    const { connection } = await ready({ region: 'eu', accountId: newPublicId(now) })
    const grant = await connectApp(parts, connection)
    expect(told.at(-1)).toMatchObject({
      zone: 'eu',
      message: { kind: 'app_connected', grantId: grant.id, requestId: 'request' },
    })
  })
})

describe('revokeGrants', () => {
  test('ends the grant, refuses its tokens, removes its records and says why, once', async () => {
    const { connection, membership } = await ready()
    const { id } = await connectApp(parts, connection)
    await db.admin(
      `insert into oauth_record (model, id_hash, payload, grant_id, created_at, expires_at)
       values ('RefreshToken', $1, '{}', $2, now(), now() + interval '1 day')`,
      [randomBytes(32), id],
    )
    const by = { reason: 'person', requestId: 'again' } as const
    const answers = await Promise.all([1, 2, 3].map(() => revokeGrants(parts, { grantId: id }, by)))
    expect(answers.flat().map((grant) => grant.id)).toEqual([id])
    expect(await findLiveGrant(parts, id)).toBeUndefined()
    expect(await db.admin('select 1 from oauth_record where grant_id = $1', [id])).toEqual([])
    expect(await db.admin('select kind, expires_at from revocation where id = $1', [id])).toEqual([
      { kind: 'grant', expires_at: new Date(now.getTime() + 3_900_000) },
    ])
    expect((await entries(membership.accountId)).slice(1)).toMatchObject([
      {
        action: 'disconnect_app',
        actor_kind: 'member',
        actor_id: membership.memberId,
        changes: { clientId: 'app-1', reason: 'person' },
      },
    ])
  })

  test('ends what the selection names and nothing beside it', async () => {
    const first = await ready()
    const second = await ready({ accountId: first.membership.accountId })
    const [mine, other, theirs] = await Promise.all([
      connectApp(parts, first.connection),
      connectApp(parts, { ...again(first.connection), app: { clientId: 'app-2', name: 'B' } }),
      connectApp(parts, second.connection),
    ])
    const by = { reason: 'person', requestId: 'request' } as const
    const { accountId } = first.membership
    await revokeGrants(parts, { accountId, personId: first.connection.person.id, clientId: 'app-1' }, by)
    expect(await alive(mine.id, other.id, theirs.id)).toEqual([false, true, true])
    await revokeGrants(parts, { grantId: theirs.id, personId: first.connection.person.id }, by)
    expect(await alive(theirs.id)).toEqual([true])
    await revokeGrants(parts, { accountId, clientId: 'app-1' }, { ...by, reason: 'account' })
    expect(await alive(other.id, theirs.id)).toEqual([true, false])
  })

  test('ends only the grants with one of the scopes that a role has lost', async () => {
    const { connection, membership } = await ready()
    const narrow = await connectApp(parts, connection)
    const wide = { ...again(connection), scopes: ['account:write'] as const }
    await connectApp(parts, wide)
    const { accountId, memberId } = membership
    const selection = { accountId, memberId, withAnyOf: ['account:write', 'profiles:write'] as const }
    await revokeGrants(parts, selection, { reason: 'role_changed', requestId: 'request' })
    expect(await alive(narrow.id, wide.id)).toEqual([true, false])
  })

  test('ends all of a person in every account, and tells other regions', async () => {
    const here = await ready()
    const { person } = here.connection
    await connectApp(parts, here.connection)
    const there = await ready({ region: 'sea', accountId: newPublicId(now), person })
    await connectApp(parts, there.connection)
    const ended = await revokeGrants(
      parts,
      { personId: person.id },
      { reason: 'signed_out_everywhere', requestId: 'request' },
    )
    expect(ended).toHaveLength(2)
    expect(told.at(-1)).toMatchObject({
      zone: 'sea',
      message: { kind: 'app_disconnected', grantId: there.connection.id, reason: 'signed_out_everywhere' },
    })
  })

  test('ends grants of an account that is gone', async () => {
    const { connection, membership } = await ready()
    const { id } = await connectApp(parts, connection)
    await db.admin('delete from account where id = $1', [membership.accountId])
    await revokeGrants(parts, { grantId: id }, { reason: 'person', requestId: 'request' })
    expect(await alive(id)).toEqual([false])
  })

  test('refuses a selection that names nothing', async () => {
    const nothing = {} as { grantId: string }
    await expect(revokeGrants(parts, nothing, { reason: 'app', requestId: 'request' })).rejects.toThrow(
      'must name something',
    )
  })
})

test('applyDisconnection refuses the tokens at home and writes the audit once, however often it is told', async () => {
  const { connection, membership } = await ready()
  const message = {
    kind: 'app_disconnected',
    accountId: membership.accountId,
    grantId: connection.id,
    clientId: 'app-1',
    actor: { kind: 'member', id: membership.memberId, clientId: null },
    reason: 'person',
    at: now.toISOString(),
    requestId: 'request',
  } as const
  await applyDisconnection(parts, message)
  await applyDisconnection(parts, message)
  expect(await db.admin('select 1 from revocation where id = $1', [connection.id])).toHaveLength(1)
  expect(await entries(membership.accountId)).toHaveLength(1)
})

test('revokeToken refuses one token and leaves the grant', async () => {
  const { connection, membership } = await ready()
  const { id } = await connectApp(parts, connection)
  const { accountId } = membership
  await revokeToken(parts, { accountId, region: 'us', tokenId: 'some-jti' }, 'request')
  await revokeToken(parts, { accountId, region: 'us', tokenId: 'some-jti' }, 'request')
  expect(await db.admin(`select kind from revocation where id = 'some-jti'`)).toEqual([{ kind: 'token' }])
  expect(await alive(id)).toEqual([true])
  await revokeToken(parts, { accountId, region: 'eu', tokenId: 'other-jti' }, 'request')
  expect(told.at(-1)).toMatchObject({
    zone: 'eu',
    message: { kind: 'token_revoked', tokenId: 'other-jti' },
  })
})

test('revokeToken tells the home region of an account that lives elsewhere', async () => {
  const token = { accountId: newPublicId(now), region: 'eu', tokenId: 'far-jti' }
  await revokeToken(parts, token, 'request')
  expect(told.at(-1)).toMatchObject({ zone: 'eu', message: { kind: 'token_revoked', tokenId: 'far-jti' } })
})

test('listConnectedApps gives a person their own, and an owner those of other members with who let them in', async () => {
  const owner = await ready()
  const { accountId } = owner.membership
  const user = await ready({ accountId })
  const mine = await connectApp(parts, owner.connection)
  const theirs = await connectApp(parts, user.connection)
  const asOwner = await listConnectedApps(parts, owner.connection.person.id, [owner.membership])
  expect(asOwner).toEqual({
    own: [expect.objectContaining({ id: mine.id })],
    others: [expect.objectContaining({ id: theirs.id, email: user.connection.person.email })],
  })
  const asUser = await listConnectedApps(parts, user.connection.person.id, [
    { ...user.membership, role: 'user' },
  ])
  expect(asUser).toEqual({ own: [expect.objectContaining({ id: theirs.id })], others: [] })
})

test('listConnectedApps shows an owner nothing of an account of that id in another region', async () => {
  const there = await ready({ region: 'eu', accountId: newPublicId(now) })
  const theirs = await connectApp(parts, there.connection)
  const othersOf = async (region: string) =>
    (await listConnectedApps(parts, newPublicId(now), [{ ...there.membership, region }])).others
  expect(await othersOf('xx')).toEqual([])
  expect(await othersOf('eu')).toMatchObject([{ id: theirs.id }])
})

describe('the time of last use', () => {
  test('moves when a token is issued, by a minute at least', async () => {
    const { connection } = await ready()
    const { id } = await connectApp(parts, connection)
    await touchGrant(parts, id)
    const first = await lastUse(id)
    now = new Date(now.getTime() + 30_000)
    await touchGrant(parts, id)
    expect(await lastUse(id)).toEqual(first)
    now = new Date(now.getTime() + 40_000)
    await touchGrant(parts, id)
    expect(await lastUse(id)).toEqual(now)
  })

  test('is written together for all requests, and for each grant once a minute', async () => {
    const { connection } = await ready()
    const { id } = await connectApp(parts, connection)
    let transactions = 0
    const database = {
      ...parts.database,
      inSystem: ((work, options) => {
        transactions++
        return parts.database.inSystem(work, options)
      }) as typeof parts.database.inSystem,
    }
    const notes = createUseNotes({ ...parts, database })
    for (let request = 0; request < 100; request++) notes.note(id)
    await notes.flush()
    for (let request = 0; request < 100; request++) notes.note(id)
    await notes.flush()
    expect(transactions).toBe(1)
    expect(await lastUse(id)).toEqual(now)
    now = new Date(now.getTime() + 61_000)
    notes.note(id)
    await notes.flush()
    expect(await lastUse(id)).toEqual(now)
  })
})

/** A person who is an owner of an account, and what lets an app in. */
async function ready(
  plan: { region?: string; accountId?: string; person?: AppConnection['person'] } = {},
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
    ...{ accountId, memberId, accountName: 'Northwind', region: plan.region ?? 'us' },
    ...{ role: 'owner', isPaused: false, isAccepted: true },
  }
  return {
    membership,
    connection: {
      ...{ id: newPublicId(now), answers: newPublicId(now), person, membership },
      app: { clientId: 'app-1', name: 'Fieldnotes' },
      redirectHost: 'app.fieldnotes.example',
      scopes: ['profiles:read', 'account:read'],
      payload: { kept: true },
      expiresAt: new Date(now.getTime() + 86_400_000),
      requestId: 'request',
    },
  }
}

/** Another consent of the same person to the same app. */
function again(connection: AppConnection): AppConnection {
  return { ...connection, id: newPublicId(now), answers: newPublicId(now) }
}

function entries(accountId: string) {
  return db.admin(
    `select action, actor_kind, actor_id, client_id, target_type, target_id, changes
       from audit_entry where account_id = $1 order by seq`,
    [accountId],
  )
}

async function alive(...ids: string[]): Promise<boolean[]> {
  const grants = await Promise.all(ids.map((id) => findLiveGrant(parts, id)))
  return grants.map((grant) => grant !== undefined)
}

async function lastUse(id: string): Promise<Date | undefined> {
  const grant = await findLiveGrant(parts, id)
  return grant?.lastUsedAt ? new Date(grant.lastUsedAt) : undefined
}
