import { beforeAll, describe, expect, test } from 'vitest'
import { memberOperations } from '../../src/catalog.ts'
import { dashboardClientId, type RevokeReason } from '../../src/contract/authorization.ts'
import { noLimits } from '../../src/contract/limits.ts'
import type { AppParts } from '../../src/domain/app/model.ts'
import { revokeGrants } from '../../src/domain/app/revoke.ts'
import { revokeClientAndLinks } from '../../src/domain/client/revoke.ts'
import { changeRole, removeMemberAndAccess } from '../../src/domain/member/change.ts'
import { listMemberRows } from '../../src/domain/member/store.ts'
import { createGate } from '../../src/gate/gate.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { createAppGranter, type Delegate, type GrantApp } from '../support/delegates.ts'
import { inOrigin, testOriginOf } from '../support/event-origin.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTaker, take } from '../support/taking.ts'

let running: TestService
let account: TestAccount
let grantApp: GrantApp
let parts: AppParts
let profileId: string
beforeAll(async () => {
  running = await startTestService()
  account = await running.account()
  grantApp = await createAppGranter(running)
  const { clock, newId, installation } = running.service.parts
  const { database } = running.db
  const { secretKey } = installation
  parts = {
    database,
    clock,
    newId,
    region: 'us',
    secretKey,
    installation,
    queueRegionMessage: async () => {},
  }
  const taker = await openTaker(running, account, { assessmentIds: ['core'] })
  await take(running, taker, 1, ['core'])
  profileId = taker.profileId
})

type Links = { report: string; share: string }

async function makeLinks(call: TestAccount['call']): Promise<Links> {
  const report = await call('POST', '/report-link', { profileId, validMinutes: 10_080 })
  const share = await call('POST', '/assessment-invite', { customId: newPublicId() })
  expect([report.status, share.status]).toEqual([201, 201])
  return { report: report.body.data.url, share: share.body.link }
}

/** Whether the report is shown, and whether someone could start. */
async function stand({ report, share }: Links): Promise<boolean[]> {
  const [shown, starting] = await Promise.all([fetch(report), fetch(share)])
  return [shown.status === 200, (await starting.text()).includes('name="firstName"')]
}

describe('links created by an app', () => {
  const ways: RevokeReason[] = [
    'person',
    'account',
    'app',
    'code_replay',
    'refresh_reuse',
    'client_deleted',
    'signed_out_everywhere',
  ]
  // What ends does not depend on the reason, which is only recorded.
  test.each(ways.slice(0, 1))('end with its grant: %s', endWithGrant)
  test.each(ways.slice(1))('end with its grant: %s', { tags: 'long' }, endWithGrant)

  async function endWithGrant(reason: RevokeReason): Promise<void> {
    const app = await grantApp(account)
    const other = await grantApp(account)
    const [links, others] = [await makeLinks(app.call), await makeLinks(other.call)]
    expect(await stand(links)).toEqual([true, true])
    await revokeGrants(parts, { grantId: app.grantId }, { reason, requestId: 'r' })
    expect(await stand(links)).toEqual([false, false])
    expect(await stand(others)).toEqual([true, true])
    expect((await account.call('GET', '/report-links?limit=100')).text).not.toContain(app.grantId)
  }

  async function memberChange(app: Delegate) {
    const members = await parts.database.inAccount(account.id, (sql) => listMemberRows(sql, account.id))
    const member = members.find(({ id }) => id === app.memberId)
    if (!member) throw new Error('There is no such member.')
    return { accountId: account.id, members, member, now: new Date() }
  }

  test('end when the member who connected it is removed', async () => {
    const app = await grantApp(account)
    const links = await makeLinks(app.call)
    const change = await memberChange(app)
    await inOrigin(parts, testOriginOf(account.id), (sql) => removeMemberAndAccess(sql, change))
    expect(await stand(links)).toEqual([false, false])
  })

  test("end when the member's role no longer allows them", async () => {
    const app = await grantApp(account)
    const links = await makeLinks(app.call)
    const change = await memberChange(app)
    await inOrigin(parts, testOriginOf(account.id), (sql) => changeRole(sql, change, 'user'))
    expect(await stand(links)).toEqual([false, false])
  })

  test('are not returned to another caller who requests the same public link', { tags: 'long' }, async () => {
    const app = await grantApp(account)
    const body = { customId: newPublicId() }
    const links = await Promise.all(
      [app.call, app.call, account.call].map((call) => call('POST', '/assessment-invite', body)),
    )
    const [first, again, other] = links.map((link) => link.body.link)
    expect(again).toBe(first)
    expect(other).not.toBe(first)
  })

  const whileRevoked = 'are not created by a request that runs while the grant is revoked'
  test(whileRevoked, () => revokeWhileMaking(2))
  test(`${whileRevoked}, in six more rounds`, { tags: 'long' }, () => revokeWhileMaking(6))

  async function revokeWhileMaking(rounds: number): Promise<void> {
    for (let round = 0; round < rounds; round += 1) {
      const app = await grantApp(account)
      const [made] = await Promise.all([
        app.call('POST', '/report-link', { profileId }),
        revokeGrants(parts, { grantId: app.grantId }, { reason: 'account', requestId: 'r' }),
      ])
      if (made.status === 201) expect((await fetch(made.body.data.url)).status).toBe(404)
      else expect(made.status).toBe(401)
    }
  }
})

test('an endpoint that an app added is disabled with its grant, and the account can enable it again', async () => {
  const app = await grantApp(account)
  const { body } = await app.call('POST', '/webhook', { url: `http://127.0.0.1:9/${app.grantId}` })
  const webhookId: string = body.webhook.id
  const own = await account.call('POST', '/webhook', { url: 'http://127.0.0.1:9/own' })
  await revokeGrants(parts, { grantId: app.grantId }, { reason: 'person', requestId: 'r' })
  const read = async (id: string) => (await account.call('GET', `/webhook/${id}`)).body.webhook
  expect(await read(webhookId)).toMatchObject({ state: 'disabled', disabledReason: 'grantEnded' })
  expect(await read(own.body.webhook.id)).toMatchObject({ state: 'enabled' })
  const { events } = (await account.call('GET', '/events?types=webhook.*')).body
  expect(events.map(({ data }: { data: object }) => data)).toEqual([{ webhookId, reason: 'grantEnded' }])
  await account.call('PATCH', `/webhook/${webhookId}`, { state: 'enabled' })
  expect(await read(webhookId)).toMatchObject({ state: 'enabled', disabledReason: null })
})

describe('links that a member created in the dashboard', () => {
  test('outlast an ordinary sign-out, and end when the member is removed', async () => {
    const member = await grantApp(account, { clientId: dashboardClientId })
    const links = await makeLinks(member.call)
    await revokeGrants(parts, { grantId: member.grantId }, { reason: 'person', requestId: 'r' })
    expect(await stand(links)).toEqual([true, true])
    const members = await parts.database.inAccount(account.id, (sql) => listMemberRows(sql, account.id))
    const own = members.find(({ id }) => id === member.memberId)
    if (!own) throw new Error('There is no such member.')
    await inOrigin(parts, testOriginOf(account.id), (sql) =>
      removeMemberAndAccess(sql, { accountId: account.id, members, member: own, now: new Date() }),
    )
    expect(await stand(links)).toEqual([false, false])
  })

  test('end when the member signs out everywhere', { tags: 'long' }, async () => {
    const member = await grantApp(account, { clientId: dashboardClientId })
    const links = await makeLinks(member.call)
    const everywhere = { reason: 'signed_out_everywhere', requestId: 'r' } as const
    await revokeGrants(parts, { personId: member.personId }, everywhere)
    expect(await stand(links)).toEqual([false, false])
  })
})

test('links created by a machine client end with the client', async () => {
  const other = await running.account()
  const taker = await openTaker(running, other, { assessmentIds: ['core'] })
  await take(running, taker, 1, ['core'])
  const report = await other.call('POST', '/report-link', { profileId: taker.profileId })
  const share = await other.call('POST', '/assessment-invite', {})
  const links = { report: report.body.data.url, share: share.body.link }
  expect(await stand(links)).toEqual([true, true])
  await inOrigin(parts, testOriginOf(other.id), (sql) =>
    revokeClientAndLinks(sql, other.id, other.clientId, new Date()),
  )
  expect(await stand(links)).toEqual([false, false])
})

test('an owner revokes a public link on the page of links', { tags: 'long' }, async () => {
  const { memberId } = await grantApp(account)
  const { report, share } = await makeLinks(account.call)
  const text = 'select id from share_link where account_id = $1 order by created_at desc limit 1'
  const [row] = await running.db.admin<{ id: string }>(text, [account.id])
  const signIn = { at: new Date().toISOString(), byPasskey: false }
  const owner = { kind: 'member', accountId: account.id, region: 'us', memberId, signIn } as const
  const gate = createGate({
    ...running.service.parts,
    limits: noLimits,
    revocationsAreFresh: () => true,
    recordUse: () => {},
    wakeOutbox: () => {},
    noteEvents: () => {},
    checkOutputs: true,
  })
  const end = () =>
    gate(memberOperations.end_links, owner, { kind: 'share', id: row?.id, ofPerson: false }, { id: 'r' })
  expect((await end()).resource).toEqual({ ended: 1 })
  expect(await stand({ report, share })).toEqual([true, false])
  expect((await end()).resource).toEqual({ ended: 0 })
})
