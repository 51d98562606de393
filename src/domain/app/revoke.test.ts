import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { type AppsFixture, openAppsFixture, reconnect } from '../../../test/support/apps-fixture.ts'
import { newPublicId } from '../../platform/ids.ts'
import { connectApp } from './connect.ts'
import { findLiveGrant } from './list.ts'
import { applyDisconnection, revokeGrants, revokeToken } from './revoke.ts'

let stage: AppsFixture
beforeAll(async () => {
  stage = await openAppsFixture()
})

describe('revokeGrants', () => {
  test('ends the grant, refuses its tokens, removes its records and says why, once', async () => {
    const { connection, membership } = await stage.ready()
    const { id } = await connectApp(stage.parts, connection)
    await stage.db.admin(
      `insert into oauth_record (model, id_hash, payload, grant_id, created_at, expires_at)
       values ('RefreshToken', $1, '{}', $2, now(), now() + interval '1 day')`,
      [randomBytes(32), id],
    )
    const by = { reason: 'person', requestId: 'again' } as const
    const answers = await Promise.all([1, 2, 3].map(() => revokeGrants(stage.parts, { grantId: id }, by)))
    expect(answers.flat().map((grant) => grant.id)).toEqual([id])
    expect(await findLiveGrant(stage.parts, id)).toBeUndefined()
    expect(await stage.db.admin('select 1 from oauth_record where grant_id = $1', [id])).toEqual([])
    expect(await stage.db.admin('select kind, expires_at from revocation where id = $1', [id])).toEqual([
      { kind: 'grant', expires_at: new Date(stage.now().getTime() + 3_900_000) },
    ])
    expect((await stage.entries(membership.accountId)).slice(1)).toMatchObject([
      {
        action: 'disconnect_app',
        actor_kind: 'member',
        actor_id: membership.memberId,
        changes: { clientId: 'app-1', reason: 'person' },
      },
    ])
  })

  test('ends what the selection names and nothing beside it', async () => {
    const first = await stage.ready()
    const second = await stage.ready({ accountId: first.membership.accountId })
    const [mine, other, theirs] = await Promise.all([
      connectApp(stage.parts, first.connection),
      connectApp(stage.parts, { ...reconnect(first.connection), app: { clientId: 'app-2', name: 'B' } }),
      connectApp(stage.parts, second.connection),
    ])
    const by = { reason: 'person', requestId: 'request' } as const
    const { accountId } = first.membership
    await revokeGrants(
      stage.parts,
      { accountId, personId: first.connection.person.id, clientId: 'app-1' },
      by,
    )
    expect(await stage.alive(mine.id, other.id, theirs.id)).toEqual([false, true, true])
    await revokeGrants(stage.parts, { grantId: theirs.id, personId: first.connection.person.id }, by)
    expect(await stage.alive(theirs.id)).toEqual([true])
    await revokeGrants(stage.parts, { accountId, clientId: 'app-1' }, { ...by, reason: 'account' })
    expect(await stage.alive(other.id, theirs.id)).toEqual([true, false])
  })

  test('ends only the grants with one of the scopes that a role has lost', async () => {
    const { connection, membership } = await stage.ready()
    const narrow = await connectApp(stage.parts, connection)
    const wide = { ...reconnect(connection), scopes: ['account:write'] as const }
    await connectApp(stage.parts, wide)
    const { accountId, memberId } = membership
    const selection = { accountId, memberId, withAnyOf: ['account:write', 'profiles:write'] as const }
    await revokeGrants(stage.parts, selection, { reason: 'role_changed', requestId: 'request' })
    expect(await stage.alive(narrow.id, wide.id)).toEqual([true, false])
  })

  test('ends all of a person in every account, and tells other regions', async () => {
    const here = await stage.ready()
    const { person } = here.connection
    await connectApp(stage.parts, here.connection)
    const there = await stage.ready({ region: 'sea', accountId: newPublicId(), person })
    await connectApp(stage.parts, there.connection)
    const ended = await revokeGrants(
      stage.parts,
      { personId: person.id },
      { reason: 'signed_out_everywhere', requestId: 'request' },
    )
    expect(ended).toHaveLength(2)
    expect(stage.messages.at(-1)).toMatchObject({
      zone: 'sea',
      message: { kind: 'app_disconnected', grantId: there.connection.id, reason: 'signed_out_everywhere' },
    })
  })

  test('ends grants of an account that is gone', async () => {
    const { connection, membership } = await stage.ready()
    const { id } = await connectApp(stage.parts, connection)
    await stage.db.admin('delete from account where id = $1', [membership.accountId])
    await revokeGrants(stage.parts, { grantId: id }, { reason: 'person', requestId: 'request' })
    expect(await stage.alive(id)).toEqual([false])
  })

  test('refuses a selection that names nothing', async () => {
    const nothing = {} as { grantId: string }
    await expect(revokeGrants(stage.parts, nothing, { reason: 'app', requestId: 'request' })).rejects.toThrow(
      'must name something',
    )
  })
})

test('applyDisconnection refuses the tokens at home and writes the audit once, however often it is told', async () => {
  const { connection, membership } = await stage.ready()
  const message = {
    kind: 'app_disconnected',
    accountId: membership.accountId,
    grantId: connection.id,
    clientId: 'app-1',
    actor: { kind: 'member', id: membership.memberId, clientId: null },
    reason: 'person',
    at: stage.now().toISOString(),
    requestId: 'request',
  } as const
  await applyDisconnection(stage.parts, message)
  await applyDisconnection(stage.parts, message)
  expect(await stage.db.admin('select 1 from revocation where id = $1', [connection.id])).toHaveLength(1)
  expect(await stage.entries(membership.accountId)).toHaveLength(1)
})

test('revokeToken refuses one token and leaves the grant', async () => {
  const { connection, membership } = await stage.ready()
  const { id } = await connectApp(stage.parts, connection)
  const { accountId } = membership
  await revokeToken(stage.parts, { accountId, region: 'us', tokenId: 'some-jti' }, 'request')
  await revokeToken(stage.parts, { accountId, region: 'us', tokenId: 'some-jti' }, 'request')
  expect(await stage.db.admin(`select kind from revocation where id = 'some-jti'`)).toEqual([
    { kind: 'token' },
  ])
  expect(await stage.alive(id)).toEqual([true])
  await revokeToken(stage.parts, { accountId, region: 'eu', tokenId: 'other-jti' }, 'request')
  expect(stage.messages.at(-1)).toMatchObject({
    zone: 'eu',
    message: { kind: 'token_revoked', tokenId: 'other-jti' },
  })
})

test('revokeToken tells the home region of an account that lives elsewhere', async () => {
  const token = { accountId: newPublicId(), region: 'eu', tokenId: 'far-jti' }
  await revokeToken(stage.parts, token, 'request')
  expect(stage.messages.at(-1)).toMatchObject({
    zone: 'eu',
    message: { kind: 'token_revoked', tokenId: 'far-jti' },
  })
})
