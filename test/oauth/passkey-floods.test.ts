import { beforeAll, describe, expect, test } from 'vitest'
import { maxPasskeys } from '../../src/domain/person/passkeys.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { type CookieJar, sendForm, sendWithJar, signInByEmail } from './sign-in-requests.ts'
import { registration } from './virtual-passkey.ts'

let running: TestService
beforeAll(async () => {
  running = await startTestService()
})

async function somebody(at = running): Promise<CookieJar> {
  const email = `${newPublicId()}@test.test`
  await at.account({ owner: email })
  return signInByEmail(at, email)
}

const post = (path: string, body: unknown, jar?: CookieJar, at = running) =>
  sendWithJar(at.url + path, {
    method: 'POST',
    jar,
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

describe('a signed-in person', () => {
  test('400 for more passkeys than the maximum, however many registrations were started before', async () => {
    const jar = await somebody()
    const begun: string[] = []
    for (let n = 0; n < maxPasskeys + 5; n += 1) {
      begun.push(JSON.parse((await post('/passkeys/options', {}, jar)).text).challenge)
    }
    const add = (challenge: string) =>
      post('/passkeys', { response: registration(running.url, challenge), name: 'Key' }, jar)
    const statuses = (await Promise.all(begun.map(add))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(maxPasskeys)
    expect(statuses.filter((status) => status === 400)).toHaveLength(5)
  })

  test('429 for too many started registrations', async () => {
    const limited = await startTestService({ RATE_LIMITS: 'on' }, { limitsClock: () => 0, limitsDivisor: 5 })
    const jar = await somebody(limited)
    const statuses = new Set<number>()
    for (let n = 0; n < 25; n += 1) statuses.add((await post('/passkeys/options', {}, jar, limited)).status)
    expect(statuses).toEqual(new Set([200, 429]))
  })

  test('never 500 for ids and names that no browser sends', async () => {
    const jar = await somebody()
    for (const path of ['/passkeys/rename', '/passkeys/remove']) {
      for (const id of ['a\u0000b', '', 'ä', 'a'.repeat(100_000)]) {
        expect((await sendForm(running.url + path, { id, name: 'a\u0000b' }, jar)).status).toBe(303)
      }
    }
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    for (const name of ['{"toString":1,"valueOf":1}', deep]) {
      expect((await post('/passkeys', `{"name":${name}}`, jar)).status).toBe(400)
    }
  })
})

test("400 for an id that can't be a passkey's, without a database query", async () => {
  const { challenge } = JSON.parse((await post('/sign-in/passkey/options', {})).text)
  const clientData = JSON.stringify({ type: 'webauthn.get', challenge, origin: running.url })
  const clientDataJSON = Buffer.from(clientData).toString('base64url')
  const answer = { clientDataJSON, authenticatorData: 'x', signature: 'x', userHandle: 'x' }
  const response = { id: 'a\u0000b', rawId: 'a', type: 'public-key', clientExtensionResults: {} }
  expect((await post('/sign-in/passkey', { response: { ...response, response: answer } })).status).toBe(400)
})
