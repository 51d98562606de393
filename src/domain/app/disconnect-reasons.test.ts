import { beforeAll, describe, expect, test } from 'vitest'
import { type AppsFixture, openAppsFixture, reconnect } from '../../../test/support/apps-fixture.ts'
import { type AppConnection, dashboardClientId } from '../../contract/authorization.ts'
import { newPublicId } from '../../platform/ids.ts'
import { connectApp } from './connect.ts'
import { disconnectionChanges, revokeGrants } from './revoke.ts'

let stage: AppsFixture
beforeAll(async () => {
  stage = await openAppsFixture()
})

/** The dashboard, asked for by a browser. */
const from = (connection: AppConnection, session: string): AppConnection => ({
  ...reconnect(connection),
  app: { clientId: dashboardClientId, name: 'Timbre' },
  session,
})

describe('signing in to the dashboard', () => {
  test('writes one entry a session however often it opens, and one when the session goes', async () => {
    const { connection, membership } = await stage.ready()
    const { accountId, memberId } = membership
    const said = async () => (await stage.entries(accountId)).map((one) => [one.action, one.changes])
    const [first, second] = [
      await connectApp(stage.parts, from(connection, 'one')),
      await connectApp(stage.parts, from(connection, 'one')),
    ]
    expect(await stage.entries(accountId)).toEqual([
      {
        ...{ action: 'sign_in', actor_kind: 'member', actor_id: memberId, client_id: null },
        ...{ target_type: 'member', target_id: memberId, changes: {} },
      },
    ])
    // What the page held before is given back, and the session goes on.
    await revokeGrants(stage.parts, { grantId: first.id }, { reason: 'app', requestId: 'r' })
    expect(await stage.alive(first.id, second.id)).toEqual([false, true])
    await connectApp(stage.parts, from(connection, 'another browser'))
    expect((await said()).map(([action]) => action)).toEqual(['sign_in', 'sign_in'])
    await revokeGrants(stage.parts, { grantId: second.id }, { reason: 'app', requestId: 'r' })
    const out = ['sign_out', { clientId: dashboardClientId, reason: 'app' }]
    expect((await said()).slice(2)).toEqual([out])
    await connectApp(stage.parts, from(connection, 'one'))
    expect((await said()).slice(3)).toEqual([['sign_in', {}]])
  })

  test('of tabs that open at once one is the sign-in; what ends at once is said once a session', async () => {
    const { connection, membership } = await stage.ready()
    const opened = await Promise.all(
      ['one', 'one', 'one', 'two'].map((session) => connectApp(stage.parts, from(connection, session))),
    )
    const kept = await stage.db.admin('select payload::text as text from app_grant where account_id = $1', [
      membership.accountId,
    ])
    for (const { text } of kept) expect(text).not.toContain('"one"')
    const all = { personId: connection.person.id, clientId: dashboardClientId }
    const ended = await revokeGrants(stage.parts, all, { reason: 'person', requestId: 'r' })
    expect(ended).toHaveLength(opened.length)
    const actions = (await stage.entries(membership.accountId)).map(({ action }) => action)
    expect(actions).toEqual(['sign_in', 'sign_in', 'sign_out', 'sign_out'])
  })

  test('a member who is removed is signed out once; apps are disconnected each', async () => {
    const { connection } = await stage.ready()
    const grants = [
      await connectApp(stage.parts, from(connection, 'one')),
      await connectApp(stage.parts, from(connection, 'two')),
      await connectApp(stage.parts, reconnect(connection)),
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

  test('another region is told once that somebody came, and of each grant that its tokens are refused', async () => {
    const { connection } = await stage.ready({ region: 'eu', accountId: newPublicId() })
    const before = stage.messages.length
    const [first] = [
      await connectApp(stage.parts, from(connection, 'one')),
      await connectApp(stage.parts, from(connection, 'one')),
    ]
    await revokeGrants(stage.parts, { grantId: first?.id ?? '' }, { reason: 'app', requestId: 'r' })
    expect(stage.messages.slice(before).map(({ message }) => message)).toMatchObject([
      { kind: 'app_connected', clientId: dashboardClientId },
      { kind: 'app_disconnected', grantId: first?.id, reason: 'same_session' },
    ])
  })
})
