import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import { type Browser, browserAvailable, launchBrowser } from '../support/browser.ts'
import { axe, watch } from '../support/person.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { type CookieJar, isSignedIn, sendWithJar, signInByEmail } from './sign-in-requests.ts'
import { openVirtualPasskey, type VirtualPasskey } from './virtual-passkey.ts'

/** A browser with its own virtual authenticator, which needs no touch. */
type Visitor = { context: BrowserContext; page: Page; cdp: CDPSession; device: string }

let running: TestService
let shift = 0
beforeAll(async () => {
  running = await startTestService({}, { clock: () => new Date(Date.now() + shift) })
})

describe.skipIf(!browserAvailable)('a passkey', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  async function visitor(isUserVerified = true): Promise<Visitor> {
    const context = await browser.open()
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    await cdp.send('WebAuthn.enable')
    const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified,
        automaticPresenceSimulation: true,
      },
    })
    return { context, page, cdp, device: authenticatorId }
  }

  /** A new person who signed in with a code in this browser, and by default added a passkey. */
  async function owner(at: Visitor, { adds = true } = {}): Promise<string> {
    const email = `${newPublicId()}@test.test`
    await running.account({ owner: email })
    const jar = await signInByEmail(running, email)
    const value = jar.get('person') ?? ''
    await at.context.addCookies([{ name: 'person', value, url: running.url }])
    await at.page.goto(`${running.url}/passkeys`)
    if (adds) {
      await add(at.page, 'My phone')
      await at.page.getByText('Never used').waitFor()
    }
    return email
  }

  async function add(page: Page, name: string): Promise<void> {
    await page.getByLabel('Name of the new passkey').fill(name)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
  }

  const signInPage = () => `${running.url}/sign-in?continue=passkeys`
  const press = (page: Page) => page.getByRole('button', { name: 'Use a passkey' }).click()

  test('is added, signs in without a name, counts its uses, is renamed and is removed', async () => {
    const at = await visitor()
    const { page, context } = at
    const { faults } = watch(page, running.url)
    const email = await owner(at)
    expect(await axe(page)).toEqual([])
    const former = (await context.cookies()).find(({ name }) => name === 'person')?.value ?? ''
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.waitForURL('**/sign-in')
    await page.goto(signInPage())
    await press(page)
    await page.waitForURL('**/passkeys')
    await page.getByText(`You’re signed in as ${email}`).waitFor()
    await page.getByText('Last used').waitFor()
    const session = (await context.cookies()).find(({ name }) => name === 'person')
    expect(session?.value).not.toBe(former)
    expect(session?.httpOnly).toBe(true)
    await page.getByLabel('Name of My phone').fill('Old phone')
    await page.getByRole('button', { name: 'Rename My phone' }).click()
    await page.getByRole('button', { name: 'Remove Old phone' }).click()
    await page.getByText('No passkey yet').waitFor()
    await page.goto(signInPage())
    await press(page)
    await page.getByText('No passkey was accepted').waitFor()
    expect(faults.filter((fault) => !fault.includes('400'))).toEqual([])
    await context.close()
  })

  test('is not added, and does not sign in, without user verification', { tags: 'long' }, async () => {
    const at = await visitor(false)
    await owner(at, { adds: false })
    await add(at.page, 'Anybody’s')
    await at.page.getByText('No passkey was added').waitFor()
    await at.cdp.send('WebAuthn.setUserVerified', { authenticatorId: at.device, isUserVerified: true })
    await add(at.page, 'Mine')
    await at.page.getByText('Never used').waitFor()
    await at.cdp.send('WebAuthn.setUserVerified', { authenticatorId: at.device, isUserVerified: false })
    await at.page.goto(signInPage())
    await press(at.page)
    await at.page.getByText('No passkey was accepted').waitFor()
    await at.context.close()
  })
})

// The same requests with an authenticator without a browser.
describe('a passkey, as its requests are sent,', () => {
  type Owner = { email: string; personId: string; jar: CookieJar; device: VirtualPasskey }

  const post = (path: string, body: unknown, jar?: CookieJar) =>
    sendWithJar(running.url + path, {
      method: 'POST',
      jar,
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })

  const challengeAt = async (path: string, jar?: CookieJar): Promise<string> =>
    JSON.parse((await post(path, {}, jar)).text).challenge

  async function somebody(): Promise<{ email: string; jar: CookieJar }> {
    const email = `${newPublicId()}@test.test`
    await running.account({ owner: email })
    return { email, jar: await signInByEmail(running, email) }
  }

  async function add(device: VirtualPasskey, jar: CookieJar) {
    const response = device.registration(await challengeAt('/passkeys/options', jar))
    return post('/passkeys', { response, name: 'My phone' }, jar)
  }

  /** A new person with a passkey. */
  async function owner(): Promise<Owner> {
    const { email, jar } = await somebody()
    const device = openVirtualPasskey(running.url)
    expect((await add(device, jar)).status).toBe(200)
    const [person] = await running.db.admin<{ id: string }>('select id from person where email = $1', [email])
    return { email, personId: person?.id ?? '', jar, device }
  }

  // biome-ignore lint/suspicious/noExplicitAny: what a device answers is taken apart here and put together wrongly.
  type DeviceAnswer = any

  /** The authenticator's answer to a new challenge. */
  const answerOf = async ({ device, personId }: Pick<Owner, 'device' | 'personId'>): Promise<DeviceAnswer> =>
    device.answer(await challengeAt('/sign-in/passkey/options'), personId)

  const sendAnswer = (response: DeviceAnswer) =>
    post('/sign-in/passkey', typeof response === 'string' ? response : { response })

  test('is asked for without naming a person: no id and no handle, for any caller and any address', async () => {
    const at = await owner()
    const asked = await Promise.all([
      post('/sign-in/passkey/options', {}),
      post('/sign-in/passkey/options', { email: at.email, username: at.email }),
      post(`/sign-in/passkey/options?email=${encodeURIComponent(at.email)}`, {}),
      post('/sign-in/passkey/options', {}, at.jar),
    ])
    for (const { status, text } of asked) {
      const { challenge, ...options } = JSON.parse(text)
      expect([status, typeof challenge]).toEqual([200, 'string'])
      // WebAuthn Level 3, section 14.6.2: a list of passkeys for an address would tell strangers who has an account.
      expect(options).toEqual({ rpId: 'localhost', timeout: 60_000, userVerification: 'required' })
    }
  })

  test('opens one session even if one response of the device is sent several times', async () => {
    const at = await owner()
    const response = await answerOf(at)
    const tries = await Promise.all(Array.from({ length: 8 }, () => sendAnswer(response)))
    expect(tries.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)])
    expect((await sendAnswer(response)).status).toBe(400)
    const sessions = await running.db.admin(
      `select from person_session join person on person.id = person_id where email = $1 and method = 'passkey'`,
      [at.email],
    )
    expect(sessions).toHaveLength(1)
  })

  test('is refused if its counter does not increase', async () => {
    const at = await owner()
    await running.db.admin(
      `update passkey set counter = 1000 from person where person.id = person_id and email = $1`,
      [at.email],
    )
    expect((await sendAnswer(await answerOf(at))).status).toBe(400)
  })

  test('is refused if its response was changed, is for another challenge, or is late', async () => {
    const at = await owner()
    const changed = await answerOf(at)
    changed.response.signature = `${changed.response.signature.slice(0, -4)}AAAA`
    expect((await sendAnswer(changed)).status).toBe(400)

    const foreign = await answerOf(at)
    const clientData = JSON.parse(Buffer.from(foreign.response.clientDataJSON, 'base64url').toString())
    const other = { ...clientData, challenge: Buffer.alloc(32).toString('base64url') }
    foreign.response.clientDataJSON = Buffer.from(JSON.stringify(other)).toString('base64url')
    expect((await sendAnswer(foreign)).status).toBe(400)

    const late = await answerOf(at)
    shift = 10 * 60_000
    expect((await sendAnswer(late)).status).toBe(400)
    shift = 0
    expect((await sendAnswer('{')).status).toBe(400)
    expect((await sendAnswer(await answerOf(at))).status).toBe(200)
  })

  test('is not added, and does not sign in, unless its device has verified its user', async () => {
    const { jar } = await somebody()
    const careless = openVirtualPasskey(running.url, { verifies: false })
    expect((await add(careless, jar)).status).toBe(400)
    const at = await owner()
    const unverified = { ...at, device: at.device.unverified() }
    expect((await sendAnswer(await answerOf(unverified))).status).toBe(400)
    expect((await sendAnswer(await answerOf(at))).status).toBe(200)
  })

  test('belongs to its owner: no one else can rename or remove it, or add one with their challenge', async () => {
    const at = await owner()
    const { jar: stranger } = await somebody()
    for (const path of ['/passkeys/rename', '/passkeys/remove']) {
      const body = new URLSearchParams({ id: at.device.id, name: 'Stolen' })
      expect((await sendWithJar(running.url + path, { method: 'POST', body, jar: stranger })).status).toBe(
        303,
      )
      expect((await sendWithJar(running.url + path, { method: 'POST', body })).status).toBe(401)
    }
    expect((await sendWithJar(`${running.url}/passkeys`, { jar: at.jar })).text).toContain('Name of My phone')
    await running.db.admin('delete from passkey where credential_id = $1', [at.device.id])
    const challenge = await challengeAt('/passkeys/options', at.jar)
    const made = { response: openVirtualPasskey(running.url).registration(challenge), name: 'Second' }
    expect((await post('/passkeys', made, stranger)).status).toBe(400)
    expect(await isSignedIn(running, stranger)).toBe(true)
    expect((await post('/passkeys', made, at.jar)).status).toBe(200)
  })
})
