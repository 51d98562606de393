import { beforeAll, describe, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { mailboxMessages } from '../support/signing-in.ts'
import { type CookieJar, sendForm, sendWithJar, wrongCode } from './sign-in-requests.ts'

let running: TestService
beforeAll(async () => {
  // A request without a forwarded address comes from here.
  running = await startTestService({ RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1,::1' })
})
const page = () => `${running.url}/sign-in`

describe('with limits on', () => {
  test('429 for the eleventh code of one address, member or not', async () => {
    const member = `${newPublicId()}@test.test`
    await running.account({ owner: member })
    for (const email of [member, `${newPublicId()}@nowhere.test`]) {
      const statuses: number[] = []
      for (let n = 0; n < 10; n += 1) statuses.push((await sendForm(page(), { email })).status)
      expect(new Set(statuses)).toEqual(new Set([200]))
      const refused = await sendForm(page(), { email })
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(refused.headers.get('content-type')).toContain('text/html')
    }
    expect((await sendForm(page(), { email: `${newPublicId()}@nowhere.test` })).status).toBe(200)
    await running.service.drainOutbox()
    expect(await mailboxMessages(running.url, member)).toHaveLength(10)
  })

  test('429 for the second attempt of a code after many wrong ones of a network; the first one is accepted', async () => {
    // A fifth of the limit, which is sixty.
    const limited = await startTestService({ RATE_LIMITS: 'on' }, { limitsClock: () => 0, limitsDivisor: 5 })
    const attempt = async () => {
      const jar: CookieJar = new Map()
      await sendForm(`${limited.url}/sign-in`, { email: `${newPublicId()}@nowhere.test` }, jar)
      return jar
    }
    const guess = async (jar: CookieJar) =>
      (await sendForm(`${limited.url}/sign-in`, { code: '000000' }, jar)).status
    for (let n = 0; n < 4; n += 1) {
      const jar = await attempt()
      for (let tries = 0; tries < 3; tries += 1) expect(await guess(jar)).toBe(400)
    }
    const jar = await attempt()
    expect([await guess(jar), await guess(jar), await guess(jar)]).toEqual([400, 429, 429])
    // Concurrent tries are no way around it: one of five is checked.
    const other = await attempt()
    await Promise.all(Array.from({ length: 5 }, () => guess(other)))
    const [row] = await limited.db.admin<{ tries: number }>(
      'select tries from sign_in_code order by created_at desc limit 1',
    )
    expect(row?.tries).toBe(1)
    // An attempt without a valid code isn't counted, and the page says that there is none.
    expect(await guess(new Map())).toBe(400)
  })
})

describe('a person whose codes and attempts another person has used up', () => {
  // Each test has its own network, so that only the address is limited.
  const network = (number: number) => ({ 'x-forwarded-for': `198.51.100.${number}` })
  const post = (fields: Record<string, string>, jar: CookieJar, from: number) =>
    sendWithJar(`${running.url}/sign-in`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: network(from),
      jar,
    })

  /** Requests a code in this browser and reads it; undefined if refused. */
  async function codeFor(email: string, jar: CookieJar, from: number): Promise<string | undefined> {
    // Earlier codes may still wait to be sent.
    await running.service.drainOutbox()
    const before = await mailboxMessages(running.url, email)
    if ((await post({ email }, jar, from)).status !== 200) return undefined
    await running.service.drainOutbox()
    const [newest, ...earlier] = await mailboxMessages(running.url, email)
    expect(earlier).toHaveLength(before.length)
    return /\b\d{6}\b/.exec(newest?.text ?? '')?.[0]
  }

  test('no limit on codes that are each used to sign in', { tags: 'long' }, async () => {
    const email = `${newPublicId()}@test.test`
    await running.account({ owner: email })
    for (let n = 0; n < 35; n += 1) {
      const jar: CookieJar = new Map()
      const code = await codeFor(email, jar, 250)
      expect(code).toBeDefined()
      expect((await post({ code: code ?? '' }, jar, 250)).status).toBe(303)
    }
  })

  /** Three networks exhaust an address's codes for the day; one alone cannot. */
  async function useUp(email: string): Promise<void> {
    const statuses: number[] = []
    for (const from of [1, 2, 9]) {
      for (let n = 0; n < 10; n += 1) statuses.push((await post({ email }, new Map(), from)).status)
    }
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(20)
    expect((await post({ email }, new Map(), 10)).status).toBe(429)
  }

  test('200 for a code requested from another network, after another person requested too many', async () => {
    const email = `${newPublicId()}@test.test`
    await running.account({ owner: email })
    const statuses: number[] = []
    for (let n = 0; n < 12; n += 1) statuses.push((await post({ email }, new Map(), 20)).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    const jar: CookieJar = new Map()
    const code = (await codeFor(email, jar, 21)) ?? ''
    expect((await post({ code }, jar, 21)).status).toBe(303)
  })

  test("303 in a browser in which they signed in before, and 429 in one with another browser's cookie", async () => {
    const [email, other] = [`${newPublicId()}@test.test`, `${newPublicId()}@test.test`]
    for (const owner of [email, other]) await running.account({ owner })
    const [mine, theirs]: [CookieJar, CookieJar] = [new Map(), new Map()]
    for (const [who, jar] of [
      [email, mine],
      [other, theirs],
    ] as const) {
      const code = (await codeFor(who, jar, 3)) ?? ''
      expect((await post({ code }, jar, 3)).status).toBe(303)
      jar.delete('person')
    }
    await useUp(email)
    expect(await codeFor(email, theirs, 4)).toBeUndefined()
    expect(await codeFor(email, new Map(), 4)).toBeUndefined()
    const code = (await codeFor(email, mine, 5)) ?? ''
    expect((await post({ code: wrongCode(code) }, mine, 5)).status).toBe(400)
    expect((await post({ code }, mine, 5)).status).toBe(303)
  })

  test('429 for the 21st wrong attempt of such a browser', async () => {
    const email = `${newPublicId()}@test.test`
    await running.account({ owner: email })
    const jar: CookieJar = new Map()
    const first = (await codeFor(email, jar, 6)) ?? ''
    expect((await post({ code: first }, jar, 6)).status).toBe(303)
    const statuses: number[] = []
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const code = (await codeFor(email, jar, 7)) ?? ''
      for (let n = 0; n < 4; n += 1) statuses.push((await post({ code: wrongCode(code) }, jar, 7)).status)
    }
    expect(statuses).toEqual(Array(20).fill(400))
    expect((await post({ code: '000000' }, jar, 7)).status).toBe(429)
  })
})
