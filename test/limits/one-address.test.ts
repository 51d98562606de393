import { beforeAll, describe, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import {
  type CookieJar,
  requestCode,
  sendForm,
  sendWithJar,
  signInByEmail,
  wrongCode,
} from '../oauth/sign-in-requests.ts'
import { openVirtualPasskey } from '../oauth/virtual-passkey.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { mailboxMessages } from '../support/signing-in.ts'

/**
 * Everyone has the same address, as behind a proxy that TRUSTED_PROXIES does not name: a stranger who floods, and
 * members who want to sign in. The limits are a fifth of what they are, and so are the floods.
 */
describe('with a stranger at the same address', { concurrent: false }, () => {
  let running: TestService
  beforeAll(async () => {
    running = await startTestService({ RATE_LIMITS: 'on' }, { limitsDivisor: 5, limitsClock: () => 0 })
  })

  const page = () => `${running.url}/sign-in`
  const post = (path: string, body: unknown, jar?: CookieJar) =>
    sendWithJar(running.url + path, {
      method: 'POST',
      jar,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  async function member(): Promise<string> {
    const email = `${newPublicId()}@test.test`
    await running.account({ owner: email })
    return email
  }

  test('a member signs in with a code after 14 posts of codes without a live attempt', async () => {
    const email = await member()
    const jar: CookieJar = new Map()
    const code = await requestCode(running, email, jar)
    const statuses = new Set<number>()
    for (let n = 0; n < 14; n += 1) statuses.add((await sendForm(page(), { code: '000000' })).status)
    expect(statuses).toEqual(new Set([400]))
    expect((await sendForm(page(), { code }, jar)).status).toBe(303)
  })

  test('a member signs in in a new browser after 20 wrong codes at live attempts, and has another try', async () => {
    const stranger = await member()
    const email = await member()
    const known = await signInByEmail(running, email)
    known.delete('person')
    let refused = 0
    // Unknown addresses have valid attempts as well.
    for (let n = 0; n < 4; n += 1) {
      const jar: CookieJar = new Map()
      await sendForm(page(), { email: n < 2 ? stranger : `${newPublicId()}@nowhere.test` }, jar)
      for (let tries = 0; tries < 5; tries += 1) {
        if ((await sendForm(page(), { code: '000000' }, jar)).status === 429) refused += 1
      }
    }
    expect(refused).toBeGreaterThan(0)
    const jar: CookieJar = new Map()
    const code = await requestCode(running, email, jar)
    expect((await sendForm(page(), { code }, jar)).status).toBe(303)
    const again = await requestCode(running, email, known)
    expect((await sendForm(page(), { code: wrongCode(again) }, known)).status).toBe(400)
    expect((await sendForm(page(), { code: again }, known)).status).toBe(303)
  })

  test('a member signs in with a passkey after 40 started sign-ins and 20 wrong answers', {
    tags: 'long',
  }, async () => {
    const email = await member()
    const jar = await signInByEmail(running, email)
    const device = openVirtualPasskey(running.url)
    const { challenge } = JSON.parse((await post('/passkeys/options', {}, jar)).text)
    const added = await post('/passkeys', { response: device.registration(challenge), name: 'Key' }, jar)
    expect(added.status).toBe(200)
    const [person] = await running.db.admin<{ id: string }>('select id from person where email = $1', [email])
    const begin = () => post('/sign-in/passkey/options', {})
    const other = openVirtualPasskey(running.url)
    for (let n = 0; n < 40; n += 1) {
      const begun = await begin()
      if (n % 2 === 0 || begun.status !== 200) continue
      const forged = other.answer(JSON.parse(begun.text).challenge, newPublicId())
      expect((await post('/sign-in/passkey', { response: forged })).status).not.toBe(200)
    }
    const begun = await begin()
    expect(begun.status).toBe(200)
    const response = device.answer(JSON.parse(begun.text).challenge, person?.id ?? '')
    expect((await post('/sign-in/passkey', { response })).status).toBe(200)
    expect((await post('/sign-in/passkey', { response })).status).toBe(400)
  })

  test('a member requests a code in a browser with an earlier sign-in after 32 codes for others', {
    tags: 'long',
  }, async () => {
    const email = await member()
    const jar = await signInByEmail(running, email)
    jar.delete('person')
    const statuses: number[] = []
    for (let n = 0; n < 32; n += 8) {
      const some = Array.from({ length: 8 }, () =>
        sendForm(page(), { email: `${newPublicId()}@nowhere.test` }),
      )
      statuses.push(...(await Promise.all(some)).map(({ status }) => status))
    }
    expect(statuses).toContain(429)
    const before = (await mailboxMessages(running.url, email)).length
    const code = await requestCode(running, email, jar)
    expect((await mailboxMessages(running.url, email)).length).toBe(before + 1)
    expect((await sendForm(page(), { code }, jar)).status).toBe(303)
  })
})
