import { beforeAll, describe, expect, test } from 'vitest'
import { type AppsFixture, openAppsFixture, reconnect } from '../../../test/support/apps-fixture.ts'
import { type AppConnection, dashboardClientId } from '../../contract/authorization.ts'
import { newPublicId } from '../../platform/ids.ts'
import { connectApp } from './connect.ts'
import { disconnectionChanges, revokeGrants } from './revoke.ts'

let fixture: AppsFixture
beforeAll(async () => {
  fixture = await openAppsFixture()
})

/** A dashboard connection from a browser session. */
const fromSession = (connection: AppConnection, session: string): AppConnection => ({
  ...reconnect(connection),
  app: { clientId: dashboardClientId, name: 'Timbre' },
  session,
})

describe('signing in to the dashboard', () => {
  test('writes one entry per session however often it opens the dashboard, and one when the session ends', async () => {
    const { connection, membership } = await fixture.ready()
    const { accountId, memberId } = membership
    const recorded = async () =>
      (await fixture.entries(accountId)).map((entry) => [entry.action, entry.changes])
    const [first, second] = [
      await connectApp(fixture.parts, fromSession(connection, 'one')),
      await connectApp(fixture.parts, fromSession(connection, 'one')),
    ]
    expect(await fixture.entries(accountId)).toEqual([
      {
        action: 'sign_in',
        actor_kind: 'member',
        actor_id: memberId,
        client_id: null,
        target_type: 'member',
        target_id: memberId,
        changes: {},
      },
    ])
    // The page returns its previous token, and the session stays signed in.
    await revokeGrants(fixture.parts, { grantId: first.id }, { reason: 'app', requestId: 'r' })
    expect(await fixture.alive(first.id, second.id)).toEqual([false, true])
    await connectApp(fixture.parts, fromSession(connection, 'another browser'))
    expect((await recorded()).map(([action]) => action)).toEqual(['sign_in', 'sign_in'])
    await revokeGrants(fixture.parts, { grantId: second.id }, { reason: 'app', requestId: 'r' })
    const signOut = ['sign_out', { clientId: dashboardClientId, reason: 'app' }]
    expect((await recorded()).slice(2)).toEqual([signOut])
    await connectApp(fixture.parts, fromSession(connection, 'one'))
    expect((await recorded()).slice(3)).toEqual([['sign_in', {}]])
  })

  test('records one sign-in for tabs that open concurrently, and one sign-out per session for grants that end together', async () => {
    const { connection, membership } = await fixture.ready()
    const opened = await Promise.all(
      ['one', 'one', 'one', 'two'].map((session) =>
        connectApp(fixture.parts, fromSession(connection, session)),
      ),
    )
    const rows = await fixture.db.admin('select payload::text as text from app_grant where account_id = $1', [
      membership.accountId,
    ])
    for (const { text } of rows) expect(text).not.toContain('"one"')
    const all = { personId: connection.person.id, clientId: dashboardClientId }
    const revoked = await revokeGrants(fixture.parts, all, { reason: 'person', requestId: 'r' })
    expect(revoked).toHaveLength(opened.length)
    const actions = (await fixture.entries(membership.accountId)).map(({ action }) => action)
    expect(actions).toEqual(['sign_in', 'sign_in', 'sign_out', 'sign_out'])
  })

  test('records one sign-out for a removed member, and one disconnection per app', async () => {
    const { connection } = await fixture.ready()
    const grants = [
      await connectApp(fixture.parts, fromSession(connection, 'one')),
      await connectApp(fixture.parts, fromSession(connection, 'two')),
      await connectApp(fixture.parts, reconnect(connection)),
    ]
    const actions = disconnectionChanges(grants, 'member_removed').map(({ action, target }) => [
      action,
      target.type,
    ])
    expect(actions).toEqual([
      ['sign_out', 'member'],
      ['disconnect_app', 'app'],
    ])
  })

  test('sends another region one message per sign-in, and one per revoked grant', async () => {
    const { connection } = await fixture.ready({ region: 'eu', accountId: newPublicId() })
    const before = fixture.messages.length
    const [first] = [
      await connectApp(fixture.parts, fromSession(connection, 'one')),
      await connectApp(fixture.parts, fromSession(connection, 'one')),
    ]
    await revokeGrants(fixture.parts, { grantId: first?.id ?? '' }, { reason: 'app', requestId: 'r' })
    expect(fixture.messages.slice(before).map(({ message }) => message)).toMatchObject([
      { kind: 'app_connected', clientId: dashboardClientId },
      { kind: 'app_disconnected', grantId: first?.id, reason: 'same_session' },
    ])
  })
})
