import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { mailboxMessages } from '../support/signing-in.ts'
import { type CookieJar, requestCode, sendForm, sendWithJar, signInByEmail } from './sign-in-requests.ts'
import { registration } from './virtual-passkey.ts'

let running: TestService
let late = 0
const clock = () => new Date(Date.now() + late)
beforeAll(async () => {
  running = await startTestService({}, { clock })
})
afterEach(() => {
  late = 0
})
const minutes = 60_000

async function somebody(): Promise<{ email: string; jar: CookieJar }> {
  const email = `${newPublicId()}@test.test`
  await running.account({ owner: email })
  return { email, jar: await signInByEmail(running, email) }
}

const post = (path: string, body: unknown, jar: CookieJar) => {
  const headers = { 'content-type': 'application/json' }
  return sendWithJar(running.url + path, { method: 'POST', jar, headers, body: JSON.stringify(body) })
}

const begin = (jar: CookieJar) => post('/passkeys/options', {}, jar)

async function add(jar: CookieJar, name = 'Key') {
  const { challenge } = JSON.parse((await begin(jar)).text)
  return post('/passkeys', { response: registration(running.url, challenge), name }, jar)
}

async function passkeysOf(email: string): Promise<string[]> {
  const rows = await running.db.admin<{ id: string }>(
    'select credential_id as id from passkey join person on person.id = person_id where email = $1',
    [email],
  )
  return rows.map(({ id }) => id)
}

const remove = async (email: string, jar: CookieJar) =>
  sendForm(`${running.url}/passkeys/remove`, { id: (await passkeysOf(email))[0] ?? '' }, jar)

async function lettersTo(email: string): Promise<{ subject: string; text: string }[]> {
  await running.service.drainOutbox()
  const letters = await mailboxMessages(running.url, email)
  return letters.filter(({ subject }) => subject.includes('passkey'))
}

describe('a sign-in more than fifteen minutes ago', () => {
  test("can't change passkeys: 403 and 303 to sign-in, which returns to the form", async () => {
    const { email, jar } = await somebody()
    expect((await add(jar)).status).toBe(200)
    const begun = JSON.parse((await begin(jar)).text).challenge
    late = 15 * minutes + 5_000
    const away = { error: 'stale', location: '/sign-in?continue=passkeys' }
    const response = registration(running.url, begun)
    for (const answer of [await begin(jar), await post('/passkeys', { response, name: 'Thief' }, jar)]) {
      expect([answer.status, JSON.parse(answer.text)]).toEqual([403, away])
    }
    const refused = await remove(email, jar)
    expect([refused.status, refused.location]).toEqual([303, away.location])
    expect(await passkeysOf(email)).toHaveLength(1)

    const page = await sendWithJar(`${running.url}/passkeys`, { jar })
    expect([page.status, page.text.includes('href="/sign-in?continue=passkeys"')]).toEqual([200, true])
    expect(page.text).not.toContain('/passkeys/remove')
    const signIn = await sendWithJar(running.url + away.location, { jar })
    expect(signIn.text).toContain('To continue, sign in again.')
    expect(signIn.text).not.toContain('href="/passkeys"')
    const code = await requestCode(running, email, jar)
    const back = await sendForm(running.url + away.location, { code }, jar)
    expect(back).toMatchObject({ status: 303, location: '/passkeys' })
    expect((await add(jar)).status).toBe(200)
    expect((await remove(email, jar)).location).toBe('/passkeys')
    expect(await passkeysOf(email)).toHaveLength(1)
  })

  test('that is only fourteen minutes old is enough', async () => {
    const { email, jar } = await somebody()
    late = 14 * minutes
    expect((await add(jar)).status).toBe(200)
    expect((await remove(email, jar)).location).toBe('/passkeys')
    expect(await passkeysOf(email)).toEqual([])
  })
})

describe('a notice email', () => {
  test('says which passkey was added or removed, when, and what to do', async () => {
    const { email, jar } = await somebody()
    await add(jar, 'Call +1 555 0100 at once')
    await remove(email, jar)
    const letters = await lettersTo(email)
    expect(letters.map(({ subject }) => subject).sort()).toEqual([
      'A passkey was added for signing in to Timbre',
      'A passkey was removed from signing in to Timbre',
    ])
    for (const { text } of letters) {
      expect(text).toContain(`${new Date().getUTCFullYear()}`)
      expect(text).toContain('UTC')
      expect(text).toContain('Sign out everywhere')
      expect(text).not.toMatch(/555|https?:|[{}]|undefined/)
    }
  })

  test('is not sent if nothing was changed', async () => {
    const { email, jar } = await somebody()
    await post('/passkeys', { response: registration(running.url, 'AAAA'), name: 'Key' }, jar)
    await remove(email, jar)
    expect(await lettersTo(email)).toEqual([])
  })
})

test('signing out everywhere shows how many passkeys can still sign in, with a link to them', async () => {
  const { email, jar } = await somebody()
  await add(jar)
  await add(jar)
  const out = await sendForm(`${running.url}/sign-out/everywhere`, {}, jar)
  expect([out.status, out.location]).toEqual([303, '/sign-in?left=2'])
  const page = await sendWithJar(running.url + (out.location ?? ''), { jar })
  expect(page.text).toContain('2 passkeys can still sign in as you.')
  expect(page.text).toContain('href="/passkeys"')
  const signedInAgain = await signInByEmail(running, email)
  const address = `${running.url}/sign-in?left=2`
  expect((await sendWithJar(address, { jar: signedInAgain })).text).not.toContain('can still sign in')
})

test('adding or removing a passkey is in the audit log, with the sessions that it ended', async () => {
  const email = `${newPublicId()}@test.test`
  const account = await running.account({ owner: email })
  const entries = () =>
    running.db.admin<{ action: string; actor: string; changes: object }>(
      `select action, actor_kind as actor, changes from audit_entry
        where account_id = $1 and target_type = 'member' and action like any('{%passkey,end_sessions}') order by seq`,
      [account.id],
    )
  const [jar, other] = [await signInByEmail(running, email), await signInByEmail(running, email)]
  await post('/passkeys', { response: registration(running.url, 'AAAA'), name: 'Key' }, jar)
  expect(await entries(), 'nothing was added').toEqual([])
  await add(jar)
  expect((await sendWithJar(`${running.url}/passkeys`, { jar: other })).status).toBe(303)
  await remove(email, jar)
  expect(await entries()).toEqual([
    { action: 'add_passkey', actor: 'member', changes: {} },
    { action: 'end_sessions', actor: 'member', changes: { which: 'others' } },
    { action: 'remove_passkey', actor: 'member', changes: {} },
  ])
})
