import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { type AppsFixture, openAppsFixture, reconnect } from '../../../test/support/apps-fixture.ts'
import { newPublicId } from '../../platform/ids.ts'
import { connectApp } from './connect.ts'
import { findLiveGrant } from './list.ts'
import { applyDisconnection, revokeGrants, revokeToken } from './revoke.ts'

let fixture: AppsFixture
beforeAll(async () => {
  fixture = await openAppsFixture()
})

describe('revokeGrants', () => {
  test('ends the grant, revokes its tokens, removes its records and writes one audit entry with the reason', async () => {
    const { connection, membership } = await fixture.ready()
    const { id } = await connectApp(fixture.parts, connection)
    await fixture.db.admin(
      `insert into oauth_record (model, id_hash, payload, grant_id, created_at, expires_at)
       values ('RefreshToken', $1, '{}', $2, now(), now() + interval '1 day')`,
      [randomBytes(32), id],
    )
    const by = { reason: 'person', requestId: 'again' } as const
    const results = await Promise.all([1, 2, 3].map(() => revokeGrants(fixture.parts, { grantId: id }, by)))
    expect(results.flat().map((grant) => grant.id)).toEqual([id])
    expect(await findLiveGrant(fixture.parts, id)).toBeUndefined()
    expect(await fixture.db.admin('select 1 from oauth_record where grant_id = $1', [id])).toEqual([])
    expect(await fixture.db.admin('select kind, expires_at from revocation where id = $1', [id])).toEqual([
      { kind: 'grant', expires_at: new Date(fixture.now().getTime() + 3_900_000) },
    ])
    expect((await fixture.entries(membership.accountId)).slice(1)).toMatchObject([
      {
        action: 'disconnect_app',
        actor_kind: 'member',
        actor_id: membership.memberId,
        changes: { clientId: 'app-1', reason: 'person' },
      },
    ])
  })

  test('ends only the grants that match the selection', async () => {
    const first = await fixture.ready()
    const second = await fixture.ready({ accountId: first.membership.accountId })
    const [mine, other, otherPersons] = await Promise.all([
      connectApp(fixture.parts, first.connection),
      connectApp(fixture.parts, { ...reconnect(first.connection), app: { clientId: 'app-2', name: 'B' } }),
      connectApp(fixture.parts, second.connection),
    ])
    const by = { reason: 'person', requestId: 'request' } as const
    const { accountId } = first.membership
    await revokeGrants(
      fixture.parts,
      { accountId, personId: first.connection.person.id, clientId: 'app-1' },
      by,
    )
    expect(await fixture.alive(mine.id, other.id, otherPersons.id)).toEqual([false, true, true])
    await revokeGrants(fixture.parts, { grantId: otherPersons.id, personId: first.connection.person.id }, by)
    expect(await fixture.alive(otherPersons.id)).toEqual([true])
    await revokeGrants(fixture.parts, { accountId, clientId: 'app-1' }, { ...by, reason: 'account' })
    expect(await fixture.alive(other.id, otherPersons.id)).toEqual([true, false])
  })

  test('ends only grants with a scope that the new role lacks', async () => {
    const { connection, membership } = await fixture.ready()
    const narrow = await connectApp(fixture.parts, connection)
    const wide = { ...reconnect(connection), scopes: ['account:write'] as const }
    await connectApp(fixture.parts, wide)
    const { accountId, memberId } = membership
    const selection = { accountId, memberId, withAnyOf: ['account:write', 'profiles:write'] as const }
    await revokeGrants(fixture.parts, selection, { reason: 'role_changed', requestId: 'request' })
    expect(await fixture.alive(narrow.id, wide.id)).toEqual([true, false])
  })

  test('ends all grants of a person in every account, and notifies other regions', async () => {
    const local = await fixture.ready()
    const { person } = local.connection
    await connectApp(fixture.parts, local.connection)
    const remote = await fixture.ready({ region: 'sea', accountId: newPublicId(), person })
    await connectApp(fixture.parts, remote.connection)
    const ended = await revokeGrants(
      fixture.parts,
      { personId: person.id },
      { reason: 'signed_out_everywhere', requestId: 'request' },
    )
    expect(ended).toHaveLength(2)
    expect(fixture.messages.at(-1)).toMatchObject({
      zone: 'sea',
      message: { kind: 'app_disconnected', grantId: remote.connection.id, reason: 'signed_out_everywhere' },
    })
  })

  test('ends grants of a deleted account', async () => {
    const { connection, membership } = await fixture.ready()
    const { id } = await connectApp(fixture.parts, connection)
    await fixture.db.admin('delete from account where id = $1', [membership.accountId])
    await revokeGrants(fixture.parts, { grantId: id }, { reason: 'person', requestId: 'request' })
    expect(await fixture.alive(id)).toEqual([false])
  })

  test('refuses an empty selection', async () => {
    const emptySelection = {} as { grantId: string }
    await expect(
      revokeGrants(fixture.parts, emptySelection, { reason: 'app', requestId: 'request' }),
    ).rejects.toThrow('must name something')
  })
})

test('applyDisconnection revokes the tokens in the home region and writes one audit entry, even for repeated messages', async () => {
  const { connection, membership } = await fixture.ready()
  const message = {
    kind: 'app_disconnected',
    accountId: membership.accountId,
    grantId: connection.id,
    clientId: 'app-1',
    actor: { kind: 'member', id: membership.memberId, clientId: null },
    reason: 'person',
    at: fixture.now().toISOString(),
    requestId: 'request',
  } as const
  await applyDisconnection(fixture.parts, message)
  await applyDisconnection(fixture.parts, message)
  expect(await fixture.db.admin('select 1 from revocation where id = $1', [connection.id])).toHaveLength(1)
  expect(await fixture.entries(membership.accountId)).toHaveLength(1)
})

test('revokeToken revokes one token and keeps the grant', async () => {
  const { connection, membership } = await fixture.ready()
  const { id } = await connectApp(fixture.parts, connection)
  const { accountId } = membership
  await revokeToken(fixture.parts, { accountId, region: 'us', tokenId: 'some-jti' }, 'request')
  await revokeToken(fixture.parts, { accountId, region: 'us', tokenId: 'some-jti' }, 'request')
  expect(await fixture.db.admin(`select kind from revocation where id = 'some-jti'`)).toEqual([
    { kind: 'token' },
  ])
  expect(await fixture.alive(id)).toEqual([true])
  await revokeToken(fixture.parts, { accountId, region: 'eu', tokenId: 'other-jti' }, 'request')
  expect(fixture.messages.at(-1)).toMatchObject({
    zone: 'eu',
    message: { kind: 'token_revoked', tokenId: 'other-jti' },
  })
})

test('revokeToken notifies the home region of a remote account', async () => {
  const token = { accountId: newPublicId(), region: 'eu', tokenId: 'far-jti' }
  await revokeToken(fixture.parts, token, 'request')
  expect(fixture.messages.at(-1)).toMatchObject({
    zone: 'eu',
    message: { kind: 'token_revoked', tokenId: 'far-jti' },
  })
})
