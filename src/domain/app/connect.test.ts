import { beforeAll, describe, expect, test } from 'vitest'
import { type AppsFixture, openAppsFixture } from '../../../test/support/apps-fixture.ts'
import { newPublicId } from '../../platform/ids.ts'
import { connectApp } from './connect.ts'
import { findLiveGrant } from './list.ts'

let fixture: AppsFixture
beforeAll(async () => {
  fixture = await openAppsFixture()
})

describe('connectApp', () => {
  test('creates the grant and one audit entry with the member and the scopes', async () => {
    const { connection, membership } = await fixture.ready()
    const grant = await connectApp(fixture.parts, connection)
    expect(await findLiveGrant(fixture.parts, grant.id)).toMatchObject({ ...grant, payload: { kept: true } })
    expect(await fixture.entries(membership.accountId)).toEqual([
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

  test('refuses a removed member, without a grant or an entry', async () => {
    const { connection, membership } = await fixture.ready()
    await fixture.db.admin('delete from member where id = $1', [membership.memberId])
    await expect(connectApp(fixture.parts, connection)).rejects.toMatchObject({ kind: 'forbidden' })
    expect(await findLiveGrant(fixture.parts, connection.id)).toBeUndefined()
    expect(await fixture.entries(membership.accountId)).toEqual([])
  })

  test('refuses a member who has not accepted the invitation', async () => {
    const { connection, membership } = await fixture.ready()
    await fixture.db.admin('update member set accepted_at = null, invitation_expires_at = $2 where id = $1', [
      membership.memberId,
      fixture.now(),
    ])
    await expect(connectApp(fixture.parts, connection)).rejects.toMatchObject({ kind: 'forbidden' })
  })

  test('refuses a scope beyond the current role of the member, even if the page was rendered with another one', async () => {
    const { connection, membership } = await fixture.ready()
    await fixture.db.admin(`update member set role = 'user' where id = $1`, [membership.memberId])
    const withWriteScope = { ...connection, scopes: ['profiles:write'] as const }
    await expect(connectApp(fixture.parts, withWriteScope)).rejects.toMatchObject({ kind: 'forbidden' })
  })

  test('accepts an authorization request once, however often and for whichever account its form is submitted', async () => {
    const { connection, membership } = await fixture.ready()
    const { membership: other } = await fixture.ready({ person: connection.person })
    const results = await Promise.allSettled([
      connectApp(fixture.parts, connection),
      connectApp(fixture.parts, { ...connection, id: newPublicId() }),
      connectApp(fixture.parts, { ...connection, id: newPublicId(), membership: other }),
    ])
    const rejected = results.filter(({ status }) => status === 'rejected')
    expect(rejected).toMatchObject([{ reason: { kind: 'conflict' } }, { reason: { kind: 'conflict' } }])
    const entries = [
      ...(await fixture.entries(membership.accountId)),
      ...(await fixture.entries(other.accountId)),
    ]
    expect(entries).toHaveLength(1)
  })

  test('queues a message to the home region of a remote account, and writes no local entry', async () => {
    const { connection } = await fixture.ready({ region: 'eu', accountId: newPublicId() })
    const grant = await connectApp(fixture.parts, connection)
    expect(fixture.messages.at(-1)).toMatchObject({
      zone: 'eu',
      message: { kind: 'app_connected', grantId: grant.id, requestId: 'request' },
    })
  })
})
