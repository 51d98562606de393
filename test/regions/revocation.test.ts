import { beforeAll, describe, expect, test } from 'vitest'
import type { AppMessage } from '../../src/contract/region-message.ts'
import type { GrantParts } from '../../src/domain/app/model.ts'
import { revokeGrants, revokeToken } from '../../src/domain/app/revoke.ts'
import { removeMemberRow, setRole } from '../../src/domain/member/store.ts'
import { createSendToRegion } from '../../src/domain/region/apply-message.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { accountsOf, type Regions, startRegions, type Zone } from '../support/regions.ts'
import { callAs, type TestAccount } from '../support/service.ts'

let regions: Regions
let accounts: Record<Zone, TestAccount>
let parts: GrantParts

beforeAll(async () => {
  regions = await startRegions()
  accounts = await accountsOf(regions)
  const { clock, newId, installation } = regions.us.service.parts
  const { database } = regions.us.db
  const queueRegionMessage = createSendToRegion({ newId, clock })
  parts = { database, clock, newId, region: 'us', secretKey: installation.secretKey, queueRegionMessage }
})

const at = (zone: Zone, token: string) => callAs(regions[zone].baseUrl, token)
const tag = { label: 'Team', color: 'blue' }
const byPerson = { reason: 'person', requestId: 'revoking' } as const

describe('the revocation of an app', () => {
  test('is 401 immediately in the region of the authorization server', async () => {
    const { token, grantId } = await regions.letIn(accounts.us, 'us')
    expect((await at('us', token)('GET', '/test')).status).toBe(200)
    await revokeGrants(parts, { grantId }, byPerson)
    expect((await at('us', token)('GET', '/test')).status).toBe(401)
  })

  const title = 'is 401 in %s within ten seconds, and is in its audit log once'
  test.each(['eu'] as const)(title, isRevokedIn)
  test.each(['sea'] as const)(title, { tags: 'long' }, isRevokedIn)

  async function isRevokedIn(zone: 'eu' | 'sea'): Promise<void> {
    const { token, grantId, clientId, memberId } = await regions.letIn(accounts[zone], zone)
    expect((await at(zone, token)('GET', '/test')).status).toBe(200)
    await revokeGrants(parts, { grantId }, byPerson)
    await becomes(401, () => at(zone, token)('GET', '/test'))
    // The other regions still name its home.
    expect((await at('us', token)('GET', '/test')).status).toBe(421)
    const audit = async () =>
      (await accounts[zone].call('GET', `/audit-log?targetId=${grantId}`)).body.entries
    await expect.poll(audit).toHaveLength(1)
    expect((await audit())[0]).toMatchObject({
      action: 'disconnect_app',
      actor: { kind: 'member', id: memberId },
      target: { type: 'app', id: grantId },
      changes: { clientId, reason: 'person' },
    })
    // As after losing the position in the feed: everything comes again.
    await regions[zone].stop()
    await regions[zone].db.admin('update region_cursor set seq = 0')
    regions[zone] = await regions[zone].again()
    await regions[zone].service.syncRegions()
    expect(await audit()).toHaveLength(1)
  }

  test('ends the links that the app created in another region', async () => {
    const { grantId, memberId, clientId } = await regions.letIn(accounts.eu, 'eu')
    const [{ id: tagId }, link] = [(await accounts.eu.call('POST', '/tag', tag)).body.tag, newPublicId()]
    await regions.eu.db.admin(
      `with link as (
         insert into report_link (account_id, id, token_hash, kind, made_by, created_at, expires_at, client_id, grant_id,
           member_id)
         values ($1, $2, sha256('x'), 'team', 'account', now(), now() + interval '7 days', $3, $4, $5) returning *)
       insert into report_link_subject (account_id, link_id, place, tag_id) select account_id, id, 1, $6 from link`,
      [accounts.eu.id, link, clientId, grantId, memberId, tagId],
    )
    const live = async () => (await accounts.eu.call('GET', '/report-links')).body.reportLinks.length
    expect(await live()).toBe(1)
    await revokeGrants(parts, { grantId }, byPerson)
    await expect.poll(live, { timeout: 60_000, interval: 100 }).toBe(0)
  })

  test('of one token affects that token only', { tags: 'long' }, async () => {
    const { token, issueToken, tokenId } = await regions.letIn(accounts.eu, 'eu')
    const sibling = await issueToken()
    await revokeToken(parts, { accountId: accounts.eu.id, region: 'eu', tokenId }, 'revoking')
    await becomes(401, () => at('eu', token)('GET', '/test'))
    expect((await at('eu', sibling)('GET', '/test')).status).toBe(200)
    // However often the app revokes it, nothing more is sent: other revocations would have to wait.
    for (let n = 0; n < 5; n += 1) {
      await revokeToken(parts, { accountId: accounts.eu.id, region: 'eu', tokenId }, 'again')
    }
    const text = `select 1 from region_message where message ->> 'tokenId' = $1`
    expect(await regions.us.db.admin(text, [tokenId])).toHaveLength(1)
  })
})

test('authorizing an app is in the audit log of the home region', async () => {
  const grantId = newPublicId()
  const message: AppMessage = {
    kind: 'app_connected',
    accountId: accounts.sea.id,
    grantId,
    memberId: newPublicId(),
    clientId: 'app',
    appName: 'Fieldnotes',
    scopes: ['account:read'],
    at: new Date().toISOString(),
    requestId: 'letting-in',
  }
  const nobodyHere = { ...message, accountId: newPublicId() }
  await parts.database.inSystem(async (sql) => {
    await parts.queueRegionMessage(sql, 'sea', nobodyHere)
    await parts.queueRegionMessage(sql, 'sea', message)
  })
  await regions.sea.service.syncRegions()
  const { entries } = (await accounts.sea.call('GET', `/audit-log?targetId=${grantId}`)).body
  expect(entries).toMatchObject([
    { action: 'connect_app', actor: { kind: 'member', id: message.memberId }, requestId: 'letting-in' },
  ])
})

test('a revocation that is rolled back reaches no region', async () => {
  const { token, grantId, clientId } = await regions.letIn(accounts.eu, 'eu')
  const queued = parts.database.inSystem(async (sql) => {
    await parts.queueRegionMessage(sql, 'eu', {
      kind: 'app_disconnected',
      accountId: accounts.eu.id,
      grantId,
      clientId,
      reason: 'person',
      actor: { kind: 'system', id: 'test', clientId: null },
      at: new Date().toISOString(),
      requestId: 'rolled-back',
    })
    throw new Error('rolled back')
  })
  await expect(queued).rejects.toThrow('rolled back')
  await regions.eu.service.syncRegions()
  expect((await at('eu', token)('GET', '/test')).status).toBe(200)
})

describe('a member who changes in the home region', () => {
  test('and is removed: the apps are 401 immediately, and their grants end at the authorization server', async () => {
    const { token, grantId, memberId } = await regions.letIn(accounts.eu, 'eu')
    expect((await at('eu', token)('GET', '/test')).status).toBe(200)
    await inAccount((sql) => removeMemberRow(sql, accounts.eu.id, memberId))
    expect((await at('eu', token)('GET', '/test')).status).toBe(401)
    await regions.eu.service.syncRegions()
    expect(await reasonOf(grantId)).toBe('member_removed')
  })

  test('and is demoted: what exceeds the role is 401, and ends', async () => {
    const { token, grantId, memberId } = await regions.letIn(accounts.eu, 'eu')
    await inAccount((sql) => setRole(sql, accounts.eu.id, memberId, 'user'))
    expect((await at('eu', token)('GET', '/test')).status).toBe(401)
    await regions.eu.service.syncRegions()
    expect(await reasonOf(grantId)).toBe('role_changed')
  })

  const inAccount = (work: Parameters<GrantParts['database']['inAccount']>[1]) =>
    regions.eu.service.parts.database.inAccount(accounts.eu.id, work)
  const reasonOf = async (grantId: string) => {
    const text = 'select revoke_reason from app_grant where id = $1'
    return (await regions.us.db.admin<{ revoke_reason: string }>(text, [grantId]))[0]?.revoke_reason
  }
})

describe('while the authorization server is unreachable', () => {
  test('apps are 200 for a minute, then 503 with Retry-After, and 200 when it is back; machines continue', async () => {
    const { token } = await regions.letIn(accounts.eu, 'eu')
    await away(async () => {
      expect((await at('eu', token)('GET', '/test')).status).toBe(200)
      regions.pass(61)
      const refused = await at('eu', token)('GET', '/test')
      expect(refused.status).toBe(503)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await accounts.eu.call('GET', '/test')).status).toBe(200)
      // Another region still names its home, which needs no other region.
      expect((await at('sea', token)('GET', '/test')).status).toBe(421)
    })
    await becomes(200, () => at('eu', token)('GET', '/test'))
  })

  test('a region that starts has the earlier keys, and after a minute serves no app', {
    tags: 'long',
  }, async () => {
    const { token } = await regions.letIn(accounts.eu, 'eu')
    await regions.eu.service.syncRegions()
    await away(async () => {
      await regions.eu.stop()
      regions.eu = await regions.eu.again()
      expect((await at('eu', accounts.us.token)('GET', '/test')).status).toBe(421)
      expect((await at('eu', accounts.sea.token)('GET', '/test')).status).toBe(421)
      expect((await accounts.eu.call('GET', '/test')).status).toBe(200)
      regions.pass(61)
      expect((await at('eu', token)('GET', '/test')).status).toBe(503)
    })
  })

  test('revocations from just before arrive when it is back', { tags: 'long' }, async () => {
    const { token, grantId } = await regions.letIn(accounts.sea, 'sea')
    await regions.sea.stop()
    await revokeGrants(parts, { grantId }, byPerson)
    await away(async () => {
      regions.sea = await regions.sea.again()
    })
    await becomes(401, () => at('sea', token)('GET', '/test'))
  })

  async function away(work: () => Promise<void>): Promise<void> {
    await regions.us.stop()
    await work().finally(async () => {
      regions.us = await regions.us.again()
    })
  }
})

async function becomes(status: number, ask: () => Promise<{ status: number }>): Promise<void> {
  await expect.poll(async () => (await ask()).status, { timeout: 60_000, interval: 100 }).toBe(status)
}
