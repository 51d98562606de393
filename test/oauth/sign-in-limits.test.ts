import { beforeAll, describe, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { messagesTo } from '../support/signing-in.ts'
import { askedCode, type Jar, send, sendForm, wrong } from './attempt.ts'

let running: TestService
beforeAll(async () => {
  running = await startTestService({ RATE_LIMITS: 'on' })
})
const page = () => `${running.url}/sign-in`

describe('62. with limits on', () => {
  test('429 for the 21st code of one address, whoever it belongs to', async () => {
    const member = `${newPublicId()}@test.test`
    await running.account({ owner: member })
    for (const email of [member, `${newPublicId()}@nowhere.test`]) {
      const statuses: number[] = []
      for (let n = 0; n < 20; n += 1) statuses.push((await sendForm(page(), { email })).status)
      expect(new Set(statuses)).toEqual(new Set([200]))
      const refused = await sendForm(page(), { email })
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(refused.headers.get('content-type')).toContain('text/html')
    }
    expect((await sendForm(page(), { email: `${newPublicId()}@nowhere.test` })).status).toBe(200)
    await running.service.drainOutbox()
    expect(await messagesTo(running.url, member)).toHaveLength(20)
  })

  test('429 for the 21st wrong try of one address over all its attempts; right ones count for nothing', async () => {
    const email = `${newPublicId()}@test.test`
    await running.account({ owner: email })
    const jar: Jar = new Map()
    const statuses: number[] = []
    for (let attempt = 0; attempt < 5; attempt += 1) {
      // A browser in which nobody signed in before; those are counted by themselves.
      jar.delete('known')
      const code = await askedCode(running, email, jar)
      for (let n = 0; n < 4; n += 1)
        statuses.push((await sendForm(page(), { code: wrong(code) }, jar)).status)
      if (attempt === 4) expect((await sendForm(page(), { code: wrong(code) }, jar)).status).toBe(429)
      else expect((await sendForm(page(), { code }, jar)).status).toBe(303)
      if (attempt === 4) expect((await sendForm(page(), { code }, jar)).status).toBe(429)
    }
    expect(new Set(statuses)).toEqual(new Set([400]))
    // The others of this network have tries left, until sixty are used up.
    const others: number[] = []
    for (let n = 0; n < 45; n += 1) others.push((await sendForm(page(), { code: '000000' })).status)
    expect(others.slice(0, 30)).toEqual(Array(30).fill(400))
    expect(others.at(-1)).toBe(429)
  })
})

describe('somebody whose codes and tries a stranger has used up', () => {
  // A network of their own for each test, so that only the address is used up.
  const network = (number: number) => ({ 'x-forwarded-for': `198.51.100.${number}` })
  let proxied: TestService
  beforeAll(async () => {
    proxied = await startTestService({ RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1,::1' })
  })

  const post = (fields: Record<string, string>, jar: Jar, from: number) =>
    send(`${proxied.url}/sign-in`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: network(from),
      jar,
    })

  /** Asks for a code in this browser and reads it; undefined where it was refused. */
  async function codeFor(email: string, jar: Jar, from: number): Promise<string | undefined> {
    const before = await messagesTo(proxied.url, email)
    if ((await post({ email }, jar, from)).status !== 200) return undefined
    await proxied.service.drainOutbox()
    const [newest] = await messagesTo(proxied.url, email)
    expect((await messagesTo(proxied.url, email)).length).toBe(before.length + 1)
    return /\b\d{6}\b/.exec(newest?.text ?? '')?.[0]
  }

  test('62. whoever signs in with each code may ask for as many as they like', async () => {
    const email = `${newPublicId()}@test.test`
    await proxied.account({ owner: email })
    for (let n = 0; n < 35; n += 1) {
      const jar: Jar = new Map()
      const code = await codeFor(email, jar, 250)
      expect(code).toBeDefined()
      expect((await post({ code: code ?? '' }, jar, 250)).status).toBe(303)
    }
  })

  async function useUp(email: string): Promise<void> {
    const jars = Array.from({ length: 20 }, (): Jar => new Map())
    for (const jar of jars) await post({ email }, jar, 1)
    for (const jar of jars.slice(0, 5)) for (let n = 0; n < 4; n += 1) await post({ code: '000000' }, jar, 2)
    expect((await post({ email }, new Map(), 1)).status).toBe(429)
    expect((await post({ code: '000000' }, jars[6] ?? new Map(), 2)).status).toBe(429)
  }

  test('303 in a browser in which they signed in before, and 429 in one that shows another’s mark', async () => {
    const [email, other] = [`${newPublicId()}@test.test`, `${newPublicId()}@test.test`]
    for (const owner of [email, other]) await proxied.account({ owner })
    const [mine, theirs]: [Jar, Jar] = [new Map(), new Map()]
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
    expect((await post({ code: wrong(code) }, mine, 5)).status).toBe(400)
    expect((await post({ code }, mine, 5)).status).toBe(303)
  })

  test('429 for the 21st wrong try of such a browser as well', async () => {
    const email = `${newPublicId()}@test.test`
    await proxied.account({ owner: email })
    const jar: Jar = new Map()
    const first = (await codeFor(email, jar, 6)) ?? ''
    expect((await post({ code: first }, jar, 6)).status).toBe(303)
    const statuses: number[] = []
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const code = (await codeFor(email, jar, 7)) ?? ''
      for (let n = 0; n < 4; n += 1) statuses.push((await post({ code: wrong(code) }, jar, 7)).status)
    }
    expect(statuses).toEqual(Array(20).fill(400))
    expect((await post({ code: '000000' }, jar, 7)).status).toBe(429)
  })
})
