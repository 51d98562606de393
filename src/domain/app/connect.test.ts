import { beforeAll, describe, expect, test } from 'vitest'
import { type AppsFixture, openAppsFixture } from '../../../test/support/apps-fixture.ts'
import { newPublicId } from '../../platform/ids.ts'
import { connectApp } from './connect.ts'
import { findLiveGrant } from './list.ts'

let stage: AppsFixture
beforeAll(async () => {
  stage = await openAppsFixture()
})

describe('connectApp', () => {
  test('makes the grant and one entry of the audit that names the member and the scopes', async () => {
    const { connection, membership } = await stage.ready()
    const grant = await connectApp(stage.parts, connection)
    expect(await findLiveGrant(stage.parts, grant.id)).toMatchObject({ ...grant, payload: { kept: true } })
    expect(await stage.entries(membership.accountId)).toEqual([
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
    const { connection, membership } = await stage.ready()
    await stage.db.admin('delete from member where id = $1', [membership.memberId])
    await expect(connectApp(stage.parts, connection)).rejects.toMatchObject({ kind: 'forbidden' })
    expect(await findLiveGrant(stage.parts, connection.id)).toBeUndefined()
    expect(await stage.entries(membership.accountId)).toEqual([])
  })

  test('refuses who was invited and has not accepted', async () => {
    const { connection, membership } = await stage.ready()
    await stage.db.admin('update member set accepted_at = null, invitation_expires_at = $2 where id = $1', [
      membership.memberId,
      stage.now(),
    ])
    await expect(connectApp(stage.parts, connection)).rejects.toMatchObject({ kind: 'forbidden' })
  })

  test('refuses a scope beyond the role that the member has now, whatever the page knew', async () => {
    const { connection, membership } = await stage.ready()
    await stage.db.admin(`update member set role = 'user' where id = $1`, [membership.memberId])
    const wider = { ...connection, scopes: ['profiles:write'] as const }
    await expect(connectApp(stage.parts, wider)).rejects.toMatchObject({ kind: 'forbidden' })
  })

  test('answers a request once, however often and for whatever account its form is sent', async () => {
    const { connection, membership } = await stage.ready()
    const { membership: other } = await stage.ready({ person: connection.person })
    const answers = await Promise.allSettled([
      connectApp(stage.parts, connection),
      connectApp(stage.parts, { ...connection, id: newPublicId() }),
      connectApp(stage.parts, { ...connection, id: newPublicId(), membership: other }),
    ])
    const refused = answers.filter(({ status }) => status === 'rejected')
    expect(refused).toMatchObject([{ reason: { kind: 'conflict' } }, { reason: { kind: 'conflict' } }])
    const made = [...(await stage.entries(membership.accountId)), ...(await stage.entries(other.accountId))]
    expect(made).toHaveLength(1)
  })

  test('tells the home region of an account that lives elsewhere, and writes no entry here', async () => {
    const { connection } = await stage.ready({ region: 'eu', accountId: newPublicId() })
    const grant = await connectApp(stage.parts, connection)
    expect(stage.messages.at(-1)).toMatchObject({
      zone: 'eu',
      message: { kind: 'app_connected', grantId: grant.id, requestId: 'request' },
    })
  })
})
