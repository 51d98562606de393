import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { openGate } from '../../../test/support/gate.ts'
import type { Caller, GuestCaller } from '../../contract/caller.ts'
import { newPublicId } from '../../platform/ids.ts'
import { findAccount } from './caller-status-store.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})

const statusOf = async (caller: Caller | null, accountId = caller?.accountId ?? '') =>
  db.database.inAccount(accountId, (sql) => findAccount(sql, accountId, caller))

const noStatus = { isClientActive: true, isRevoked: false, member: undefined, linkExists: false }

/** Opens two accounts, so that data of the wrong account would show. */
async function openTwoAccounts() {
  const [setup, other] = [await openGate(db), await openGate(db)]
  return { ...setup, other, id: { id: setup.accountId } }
}

describe('findAccount', () => {
  test('returns the account, or undefined if there is none', async () => {
    const { accountId, id, machine, guest, app } = await openTwoAccounts()
    expect(await statusOf(null, accountId)).toEqual({ account: expect.objectContaining(id), ...noStatus })
    const unknownAccountId = newPublicId()
    for (const caller of [null, machine, guest, await app()])
      expect(
        await statusOf(caller && { ...caller, accountId: unknownAccountId }, unknownAccountId),
      ).toBeUndefined()
  })

  test('checks that the client of a machine caller is active in this account', async () => {
    const { machine, otherMachine, other, accountId, id } = await openTwoAccounts()
    await db.admin('update machine_client set revoked_at = now() where client_id = $1', [
      otherMachine.clientId,
    ])
    expect(await statusOf(machine)).toEqual({ account: expect.objectContaining(id), ...noStatus })
    for (const clientId of [otherMachine.clientId, other.machine.clientId, 'unknown'])
      expect(await statusOf({ ...machine, clientId }, accountId)).toMatchObject({ isClientActive: false })
  })

  test('returns the member that an app acts for, with the current role', async () => {
    const { app, other, accountId, id } = await openTwoAccounts()
    const [caller, second] = [await app(), await app()]
    const owner = { role: 'owner', isAccepted: true }
    expect(await statusOf(caller)).toEqual({
      account: expect.objectContaining(id),
      ...noStatus,
      member: owner,
    })
    await db.admin(`update member set role = 'user', accepted_at = null where id = $1`, [caller.memberId])
    expect(await statusOf(caller)).toMatchObject({ member: { role: 'user', isAccepted: false } })
    expect(await statusOf(second)).toMatchObject({ member: owner })
    const { memberId } = await other.app()
    for (const unknown of [memberId, newPublicId()])
      expect(await statusOf({ ...caller, memberId: unknown }, accountId)).toMatchObject({ member: undefined })
    const member = { kind: 'member', accountId, region: 'us', memberId: second.memberId } as Caller
    expect(await statusOf(member)).toEqual({
      account: expect.objectContaining(id),
      ...noStatus,
      member: owner,
    })
  })

  test('checks whether the grant or the token of an app was revoked in this account', async () => {
    const { app, other, accountId } = await openTwoAccounts()
    const caller = { ...(await app()), grantId: newPublicId(), tokenId: newPublicId() }
    const revoke = (kind: string, id: string, account = accountId) =>
      db.admin(insertRevocation, [account, kind, id])
    await revoke('grant', caller.grantId, other.accountId)
    await revoke('token', caller.grantId)
    await revoke('grant', caller.tokenId)
    expect(await statusOf(caller)).toMatchObject({ isRevoked: false })
    await revoke('grant', caller.grantId)
    expect(await statusOf(caller)).toMatchObject({ isRevoked: true })
    expect(await statusOf({ ...caller, grantId: newPublicId() })).toMatchObject({ isRevoked: false })
    await revoke('token', caller.tokenId)
    expect(await statusOf({ ...caller, grantId: newPublicId() })).toMatchObject({ isRevoked: true })
  })

  test.each(['personal', 'shared', 'report', 'card'] as const)(
    'checks whether a %s link exists in this account',
    async (link) => {
      const { guest, other, id } = await openTwoAccounts()
      const withLink = (setup: { guest: GuestCaller }) => ({
        ...setup.guest,
        link,
        linkHash: randomBytes(32),
      })
      const [caller, foreign] = [withLink({ guest }), withLink(other)]
      expect(await statusOf(caller)).toEqual({ account: expect.objectContaining(id), ...noStatus })
      for (const guestCaller of [caller, foreign]) await insertLink(guestCaller)
      expect(await statusOf(caller)).toEqual({
        account: expect.objectContaining(id),
        ...noStatus,
        linkExists: true,
      })
      for (const linkHash of [foreign.linkHash, randomBytes(32)])
        expect(await statusOf({ ...caller, linkHash })).toMatchObject({ linkExists: false })
    },
  )

  test('treats an unsubscribe link, which is signed, as existing', async () => {
    const { guest, id } = await openTwoAccounts()
    const expected = { account: expect.objectContaining(id), ...noStatus, linkExists: true }
    for (const link of ['stop', 'notices'] as const) {
      expect(await statusOf({ ...guest, link })).toEqual(expected)
    }
  })
})

const insertRevocation = `insert into revocation (account_id, kind, id, revoked_at, expires_at)
  values ($1, $2, $3, now(), now() + interval '1 hour')`

const linkStatements = {
  personal: `insert into invite (account_id, id, profile_id, channel, token_hash, created_at, expires_at)
    values ($1, $2, $2, 'link', $3, now(), now())`,
  shared: `insert into share_link (account_id, id, token_hash, token_sealed, fingerprint, tag_ids, assessment_ids,
      created_at, expires_at, starts_left, starts_at)
    values ($1, $2, $3, '', '', '{}', '{focus}', now(), now(), 1, now())`,
  report: `insert into report_link (account_id, id, token_hash, kind, profile_id, made_by, created_at, expires_at)
    values ($1, $2, $3, 'person', $2, 'account', now(), now())`,
  card: `insert into share_card (account_id, id, token_hash, token_sealed, profile_id, attempt, shows, locale,
      created_at, expires_at)
    values ($1, $2, $3, '', $2, 1, '{}', 'en', now(), now())`,
  study: `with study as (
      insert into study (account_id, id, focus_form, opened_at, next_release_at, margin)
      values ($1, $2, 'focus-120-1', now(), now(), 0) returning id)
    insert into study_participant (account_id, id, study_id, profile_id, email, token_hash, locale, requested_at, attempt)
    select $1, $2, id, $2, 'a@example.com', $3, 'en', now(), 1 from study`,
  peer: `with study as (
      insert into study (account_id, id, focus_form, opened_at, next_release_at, margin)
      values ($1, $2, 'focus-120-1', now(), now(), 0) returning id),
    participant as (
      insert into study_participant (account_id, id, study_id, profile_id, email, token_hash, locale, requested_at, attempt)
      select $1, $2, id, $2, 'a@example.com', '', 'en', now(), 1 from study returning id)
    insert into study_peer (account_id, id, participant_id, token_hash, created_at, expires_at)
    select $1, $2, id, $3, now(), now() from participant`,
}

/** Inserts the guest's link, already expired, and a profile for it. */
async function insertLink({ accountId, link, linkHash }: GuestCaller): Promise<void> {
  const id = newPublicId()
  await db.admin(
    `insert into profile (account_id, id, created_at, updated_at, state, available_assessments, doc)
     values ($1, $2, now(), now(), 'pending', '{focus}', '{}')`,
    [accountId, id],
  )
  if (link !== 'stop' && link !== 'notices') await db.admin(linkStatements[link], [accountId, id, linkHash])
}
