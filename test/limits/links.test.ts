import { beforeAll, describe, expect, test } from 'vitest'
import { newAccountSecret } from '../../src/identity/secret.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTaker, take } from '../support/taking.ts'
import { createShareLink, followLink, inviteTestPerson, startShared } from '../web/taker-requests.ts'

const from = (network: string) => ({ 'x-forwarded-for': network })

describe('with a stranger who has the id of an account', () => {
  let running: TestService
  let account: TestAccount
  beforeAll(async () => {
    // With a fifth of the limits, and without recovery: a slow machine doesn't send a flood as quickly as some limits recover.
    running = await startTestService(
      { RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1,::1' },
      { limitsClock: () => 0, limitsDivisor: 5 },
    )
    account = await running.account({ name: 'Northwind' })
  })

  const statusOf = async (address: string, network: string) => {
    const answer = await fetch(address, { headers: from(network) })
    await answer.body?.cancel()
    return answer.status
  }

  /** Sends `count` requests, ten at a time, or until all ten are refused, and returns how many were refused. */
  async function flood(count: number, address: () => string, network: string): Promise<number> {
    let refused = 0
    for (let sent = 0; sent < count; sent += 10) {
      const statuses = await Promise.all(Array.from({ length: 10 }, () => statusOf(address(), network)))
      const refusals = statuses.filter((status) => status === 429).length
      refused += refusals
      if (refusals === 10) break
    }
    return refused
  }

  test('every real link opens during a flood of forged ones', async () => {
    const { link } = await inviteTestPerson(running, account)
    const forged = () => `${running.url}/t/us.${newAccountSecret('tmb_link_', account.id)}`
    let flooding = true
    let refused = 0
    refused += await flood(100, forged, '198.51.100.1')
    const flow = (async () => {
      while (flooding) refused += await flood(10, forged, '198.51.100.1')
    })()
    const opened: number[] = []
    // The stranger's network, another one, and the button.
    for (let n = 0; n < 3; n += 1) {
      opened.push(await statusOf(link, '198.51.100.2'), await statusOf(link, '198.51.100.1'))
      opened.push((await followLink(link, from('198.51.100.2'))).status)
    }
    flooding = false
    await flow
    expect(opened).toEqual(Array(3).fill([200, 200, 303]).flat())
    expect(refused).toBeGreaterThan(0)
  })

  test('a report link opens during a flood of forged ones', { tags: 'long' }, async () => {
    const forged = () => `${running.url}/r/${newAccountSecret('tmb_report_', account.id)}`
    expect(await flood(70, forged, '198.51.100.3')).toBeGreaterThan(0)
    const taker = await openTaker(running, account, { assessmentIds: ['core'] })
    await take(running, taker, 1, ['core'])
    const { body } = await account.call('POST', '/report-link', { profileId: taker.profileId })
    expect(await statusOf(body.data.url, '198.51.100.3')).toBe(200)
    expect(await statusOf(forged(), '198.51.100.4')).toBe(404)
  })

  test('a share card opens for others while a stranger floods it', { tags: 'long' }, async () => {
    const taker = await openTaker(running, account, { assessmentIds: ['core'] })
    await take(running, taker, 1, ['core'])
    const own = { headers: { cookie: taker.cookie } }
    await fetch(`${running.url}/take/results/card`, { method: 'POST', ...own })
    const page = await (await fetch(`${running.url}/take/results/card`, own)).text()
    const card = /http:[^<"]*\/card\/tmb_card_[\w-]+/.exec(page)?.[0] ?? ''
    expect(await flood(70, () => card, '198.51.100.9')).toBeGreaterThan(0)
    expect(await statusOf(card, '198.51.100.10')).toBe(200)
    const forged = () => `${running.url}/card/${newAccountSecret('tmb_card_', account.id)}`
    expect(await flood(70, forged, '198.51.100.11')).toBeGreaterThan(0)
    expect(await statusOf(card, '198.51.100.11')).toBe(200)
  })

  test('others can load a logo while a stranger requests pictures that do not exist', {
    tags: 'long',
  }, async () => {
    const address = (digit: string) => `${running.url}/logos/${account.id}/${digit.repeat(64)}.png`
    expect(await flood(70, () => address('a'), '198.51.100.5')).toBeGreaterThan(0)
    expect(await statusOf(address('b'), '198.51.100.6')).toBe(404)
  })

  test('others can start from a public link that a stranger floods with requests and starts', {
    tags: 'long',
  }, async () => {
    const link = await createShareLink(account)
    expect(await flood(70, () => link, '198.51.100.7')).toBeGreaterThan(0)
    const starts: number[] = []
    for (let n = 0; n < 16; n += 1) {
      starts.push((await startShared(link, { firstName: `Nobody ${n}` }, from('198.51.100.7'))).status)
    }
    expect(starts).toContain(429)
    expect(await statusOf(link, '198.51.100.8')).toBe(200)
    expect((await startShared(link, { firstName: 'Ada' }, from('198.51.100.8'))).status).toBe(303)
  })
})
