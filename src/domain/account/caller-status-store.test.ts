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

const stand = async (caller: Caller | null, accountId = caller?.accountId ?? '') =>
  db.database.inAccount(accountId, (sql) => findAccount(sql, accountId, caller))

const nobodys = { isClientActive: true, isRevoked: false, member: undefined, linkExists: false }

/** Two accounts, so that what one has shows where the other's is meant. */
async function openTwo() {
  const [stage, other] = [await openGate(db), await openGate(db)]
  return { ...stage, other, id: { id: stage.accountId } }
}

describe('findAccount', () => {
  test('finds the account, and nothing where there is none', async () => {
    const { accountId, id, machine, guest, app } = await openTwo()
    expect(await stand(null, accountId)).toEqual({ account: expect.objectContaining(id), ...nobodys })
    const gone = newPublicId()
    for (const caller of [null, machine, guest, await app()])
      expect(await stand(caller && { ...caller, accountId: gone }, gone)).toBeUndefined()
  })

  test('says of a machine whether its client is live, in this account', async () => {
    const { machine, otherMachine, other, accountId, id } = await openTwo()
    await db.admin('update machine_client set revoked_at = now() where client_id = $1', [
      otherMachine.clientId,
    ])
    expect(await stand(machine)).toEqual({ account: expect.objectContaining(id), ...nobodys })
    for (const clientId of [otherMachine.clientId, other.machine.clientId, 'unknown'])
      expect(await stand({ ...machine, clientId }, accountId)).toMatchObject({ isClientActive: false })
  })

  test('says of an app which member it acts for, with the role of now', async () => {
    const { app, other, accountId, id } = await openTwo()
    const [caller, second] = [await app(), await app()]
    const owner = { role: 'owner', isAccepted: true }
    expect(await stand(caller)).toEqual({ account: expect.objectContaining(id), ...nobodys, member: owner })
    await db.admin(`update member set role = 'user', accepted_at = null where id = $1`, [caller.memberId])
    expect(await stand(caller)).toMatchObject({ member: { role: 'user', isAccepted: false } })
    expect(await stand(second)).toMatchObject({ member: owner })
    const { memberId } = await other.app()
    for (const unknown of [memberId, newPublicId()])
      expect(await stand({ ...caller, memberId: unknown }, accountId)).toMatchObject({ member: undefined })
    const member = { kind: 'member', accountId, region: 'us', memberId: second.memberId } as Caller
    expect(await stand(member)).toEqual({ account: expect.objectContaining(id), ...nobodys, member: owner })
  })

  test('says of an app whether its consent or its token was taken back, in this account', async () => {
    const { app, other, accountId } = await openTwo()
    const caller = { ...(await app()), grantId: newPublicId(), tokenId: newPublicId() }
    const revoke = (kind: string, id: string, account = accountId) =>
      db.admin(insertRevocation, [account, kind, id])
    await revoke('grant', caller.grantId, other.accountId)
    await revoke('token', caller.grantId)
    await revoke('grant', caller.tokenId)
    expect(await stand(caller)).toMatchObject({ isRevoked: false })
    await revoke('grant', caller.grantId)
    expect(await stand(caller)).toMatchObject({ isRevoked: true })
    expect(await stand({ ...caller, grantId: newPublicId() })).toMatchObject({ isRevoked: false })
    await revoke('token', caller.tokenId)
    expect(await stand({ ...caller, grantId: newPublicId() })).toMatchObject({ isRevoked: true })
  })

  test.each(['personal', 'shared', 'report'] as const)(
    'says of a %s link whether it exists, in this account',
    async (link) => {
      const { guest, other, id } = await openTwo()
      const held = (stage: { guest: GuestCaller }) => ({ ...stage.guest, link, linkHash: randomBytes(32) })
      const [caller, foreign] = [held({ guest }), held(other)]
      expect(await stand(caller)).toEqual({ account: expect.objectContaining(id), ...nobodys })
      for (const one of [caller, foreign]) await insertLink(one)
      expect(await stand(caller)).toEqual({
        account: expect.objectContaining(id),
        ...nobodys,
        linkExists: true,
      })
      for (const linkHash of [foreign.linkHash, randomBytes(32)])
        expect(await stand({ ...caller, linkHash })).toMatchObject({ linkExists: false })
    },
  )

  test('takes a link to stop emails, which proves itself, as known', async () => {
    const { guest, id } = await openTwo()
    const known = { account: expect.objectContaining(id), ...nobodys, linkExists: true }
    expect(await stand({ ...guest, link: 'stop' })).toEqual(known)
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
}

/** The link of a guest, which has ended, and a profile for it. */
async function insertLink({ accountId, link, linkHash }: GuestCaller): Promise<void> {
  const id = newPublicId()
  await db.admin(
    `insert into profile (account_id, id, created_at, updated_at, state, available_assessments, doc)
     values ($1, $2, now(), now(), 'pending', '{focus}', '{}')`,
    [accountId, id],
  )
  if (link !== 'stop') await db.admin(linkStatements[link], [accountId, id, linkHash])
}
