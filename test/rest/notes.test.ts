import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { dashboardClientId } from '../../src/contract/authorization.ts'
import { scopesOfRole } from '../../src/contract/scope.ts'
import { reseal } from '../../src/identity/reseal.ts'
import { createSecretKeyring } from '../../src/identity/secret-keyring.ts'
import { createAppGranter, type Delegate, type GrantApp } from '../support/delegates.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'
import { insertTestTag } from '../support/test-rows.ts'

let running: TestService
let tables: Tables
let account: TestAccount
let grantApp: GrantApp
let writer: Delegate
let profileId: string
const key = randomBytes(32)
const secret = 'Spoke of a quarrel in the team'

beforeAll(async () => {
  running = await startTestService({ SECRET_KEY: key.toString('base64url') })
  tables = await openTables(running.db)
  account = await running.account()
  grantApp = await createAppGranter(running)
  writer = await addMember('manager')
  profileId = (await account.call('POST', '/profile', { email: 'ada@test.test' })).body.profile.id
})

const addMember = (role: 'owner' | 'manager' | 'user' | 'coach') =>
  grantApp(account, { role, scopes: scopesOfRole(role), clientId: dashboardClientId })
const write = (by: Pick<Delegate, 'call'>, text = secret, about = profileId) =>
  by.call('POST', '/member/notes', { profileId: about, text })
const notesOf = async (by: Pick<Delegate, 'call'>, about = profileId) =>
  (await by.call('GET', `/member/notes?profileId=${about}`)).body.notes

test('notes are listed for their writer, newest first, changed and deleted', async () => {
  const first = await write(writer, '  One\r\ntwo\u200b  ')
  expect([first.status, first.body.note.text]).toEqual([201, 'One\ntwo'])
  const second = (await write(writer)).body.note
  expect((await notesOf(writer)).map(({ id }: { id: string }) => id)).toEqual([second.id, first.body.note.id])
  const changed = await writer.call('PATCH', `/member/note/${second.id}`, { text: 'Other' })
  expect([changed.status, changed.body.note]).toEqual([
    200,
    { ...second, text: 'Other', updatedAt: expect.any(String) },
  ])
  expect(await notesOf(writer)).toEqual([changed.body.note, first.body.note])
  for (const { id } of [second, first.body.note])
    expect((await writer.call('DELETE', `/member/note/${id}`)).status).toBe(204)
  expect(await notesOf(writer)).toEqual([])
})

test('no one else finds them: not an owner, an app of the writer, or an API key', async () => {
  const { id } = (await write(writer)).body.note
  const owner = await addMember('owner')
  expect(await notesOf(owner)).toEqual([])
  for (const [method, body] of [
    ['PATCH', { text: 'x' }],
    ['DELETE', undefined],
  ] as const)
    expect((await owner.call(method, `/member/note/${id}`, body)).body.error.code).toBe('note_not_found')
  const app = await grantApp(account, { by: writer, scopes: scopesOfRole('manager') })
  for (const call of [app.call, account.call]) {
    expect((await write({ call })).status).toBe(403)
    expect((await call('GET', `/member/notes?profileId=${profileId}`)).status).toBe(403)
    expect((await call('PATCH', `/member/note/${id}`, { text: 'x' })).status).toBe(403)
    expect((await call('DELETE', `/member/note/${id}`)).status).toBe(403)
  }
  expect(await notesOf(writer)).toHaveLength(1)
  await writer.call('DELETE', `/member/note/${id}`)
})

test('the text is nowhere in the database; the audit log and the export of the person say who wrote, and no event does', async () => {
  const { id, createdAt, updatedAt } = (await write(writer)).body.note
  expect(await tables.dump()).not.toContain(secret)
  await writer.call('PATCH', `/member/note/${id}`, { text: secret })
  const { entries } = (await account.call('GET', `/audit-log?targetId=${profileId}`)).body
  const own = (entries as { action: string; changes: unknown; actor: { id: string } }[]).filter(
    ({ changes }) => JSON.stringify(changes).includes(id),
  )
  expect(own.map(({ action, changes, actor }) => [action, changes, actor.id])).toEqual([
    ['create_note', { noteId: id }, writer.memberId],
  ])
  const exported = await account.call('GET', `/profile/${profileId}/export`)
  expect(exported.body.data.notes).toEqual([{ id, memberId: writer.memberId, createdAt, updatedAt }])
  expect(exported.text).not.toContain(secret)
  expect((await account.call('GET', '/events')).text).not.toContain(id)
  await writer.call('DELETE', `/member/note/${id}`)
})

test('a row that another member gets into their name cannot be read', async () => {
  const [{ id }, other] = [(await write(writer)).body.note, await addMember('user')]
  await tables.rows('update coaching_note set member_id = $2 where id = $1', [id, other.memberId])
  expect((await other.call('GET', `/member/notes?profileId=${profileId}`)).status).toBe(500)
  await tables.rows('delete from coaching_note where id = $1', [id])
})

test('a coach writes about the people of their teams only, and sees these notes while they are in the team', async () => {
  const coach = await addMember('coach')
  expect((await write(coach)).status).toBe(404)
  const tag = await insertTestTag(running.db, account.id)
  await tables.rows('insert into member_team values ($1, $2, $3, now())', [account.id, coach.memberId, tag])
  await account.call('PUT', `/tag/${tag}/profiles`, { profileIds: [profileId] })
  const { id } = (await write(coach)).body.note
  await write(writer)
  expect((await notesOf(coach)).map((one: { id: string }) => one.id)).toEqual([id])
  await account.call('DELETE', `/tag/${tag}/profiles`, { profileIds: [profileId] })
  expect((await coach.call('GET', `/member/notes?profileId=${profileId}`)).status).toBe(404)
  expect((await coach.call('DELETE', `/member/note/${id}`)).status).toBe(404)
})

test('notes are deleted with the person, and with the member', async () => {
  const [other, leaving] = [await addMember('user'), await addMember('user')]
  const about = (await account.call('POST', '/profile', { email: 'bea@test.test' })).body.profile.id
  const [kept, gone] = [await write(other, secret, about), await write(leaving, secret, about)]
  const rows = () =>
    tables.rows('select 1 from coaching_note where id = any($1)', [[kept.body.note.id, gone.body.note.id]])
  expect(await rows()).toHaveLength(2)
  await tables.rows('delete from member where id = $1', [leaving.memberId])
  expect(await rows()).toHaveLength(1)
  expect((await account.call('DELETE', `/profile/${about}`)).status).toBe(204)
  expect(await rows()).toEqual([])
  expect((await other.call('GET', `/member/notes?profileId=${about}`)).body.error.code).toBe(
    'profile_not_found',
  )
})

test('400 for a text that is empty, too long or has control characters; 409 for the 101st note', {
  tags: 'long',
}, async () => {
  for (const text of [' \n', 'x'.repeat(2001), 'a\u0007b'])
    expect((await write(writer, text)).status).toBe(400)
  const many = await addMember('user')
  const { id } = (await write(many)).body.note
  await tables.rows(
    `insert into coaching_note select account_id, lpad(n::text, 24, '0'), member_id, profile_id, text_sealed, created_at, updated_at
       from coaching_note, generate_series(1, 99) n where id = $1`,
    [id],
  )
  const refused = await write(many)
  expect([refused.status, refused.body.error.code]).toEqual([409, 'too_many_notes'])
  // Their texts are sealed for the first one's id.
  await tables.rows('delete from coaching_note where member_id = $1', [many.memberId])
})

test('a rotation of SECRET_KEY seals them under the new key', async () => {
  const { id } = (await write(writer)).body.note
  const fresh = randomBytes(32)
  const counts = await reseal(
    running.db.database,
    createSecretKeyring([fresh, key]),
    'coaching_note',
    account.id,
  )
  expect([counts.resealed > 0, counts.unreadable]).toEqual([true, 0])
  const [row] = await tables.rows<{ sealed: Buffer }>(
    'select text_sealed as sealed from coaching_note where id = $1',
    [id],
  )
  const place = `coaching_note:${account.id}:${writer.memberId}:${profileId}:${id}` as const
  expect(
    createSecretKeyring([fresh])
      .unseal(row?.sealed ?? Buffer.alloc(0), place)
      .toString(),
  ).toBe(secret)
})
