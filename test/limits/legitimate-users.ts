import { newPublicId } from '../../src/platform/ids.ts'
import { type CookieJar, sendWithJar, wrongCode } from '../oauth/sign-in-requests.ts'
import { openVirtualPasskey, type VirtualPasskey } from '../oauth/virtual-passkey.ts'
import { connect } from '../support/ats-stand-ins.ts'
import type { TestAccount, TestService } from '../support/service.ts'
import { mailboxMessages } from '../support/signing-in.ts'
import { openTaker, take } from '../support/taking.ts'
import { registerApp, type ThirdParty, thirdParty } from '../support/third-party.ts'
import { createShareLink, followLink, inviteTestPerson, startShared } from '../web/taker-requests.ts'

/** What a stranger can know without credentials: names, and the public link. */
export type KnownToStrangers = {
  accountId: string
  clientId: string
  app: ThirdParty
  email: string
  link: string
  sharedLink: string
  documentHost: string
}

export type LegitimateUsers = {
  known: KnownToStrangers
  /** Does once everything that people and programs of an account do, and returns the status of each. */
  useEverything: () => Promise<Record<string, number>>
}

const from = { 'x-forwarded-for': '203.0.113.5' }
const documentHost = 'letters.example'

export async function openLegitimateUsers(running: TestService): Promise<LegitimateUsers> {
  const email = `${newPublicId()}@test.test`
  const account = await running.account({ owner: email })
  const app = await registerApp(running.url, { token_endpoint_auth_method: 'client_secret_post' })
  const { link } = await inviteTestPerson(running, account)
  const sharedLink = await createShareLink(account)
  const taker = await openTaker(running, account, { assessmentIds: ['core'] })
  await take(running, taker, 1, ['core'])
  const report = await account.call('POST', '/report-link', { profileId: taker.profileId })
  const known = {
    accountId: account.id,
    clientId: account.clientId,
    app,
    email,
    link,
    sharedLink,
    documentHost,
  }
  const directory = await connect(account, 'scim')
  const browser: CookieJar = new Map()
  const device = openVirtualPasskey(running.url)
  let round = 0

  async function useEverything(): Promise<Record<string, number>> {
    round += 1
    const get = async (address: string, headers = {}) => {
      const answer = await fetch(address, { headers: { ...from, ...headers }, redirect: 'manual' })
      await answer.body?.cancel()
      return answer.status
    }
    const document = thirdParty(running.url, {
      clientId: `https://${documentHost}/app/${round}`,
      redirectUri: 'http://127.0.0.1/callback',
    })
    return {
      'asks the API': (await account.call('GET', '/test', undefined, from)).status,
      'asks the API with a new token': await signIn(running, account),
      'a directory looks for a person': await get(`${running.url}/scim/v2/Users?count=0`, {
        authorization: `Bearer ${directory.key}`,
      }),
      'opens a link': await get(link),
      'starts from a link': (await followLink(link, from)).status,
      'goes on': await get(`${running.url}/take`, { cookie: taker.cookie }),
      'opens a report link': await get(report.body.data.url),
      'opens a shareable link': await get(sharedLink),
      'starts from a shareable link': (await startShared(sharedLink, { firstName: 'Ada' }, from)).status,
      // No logo exists, which is not a refusal.
      'asks for a logo': (await get(`${running.url}/logos/${account.id}/${'a'.repeat(64)}.png`)) - 404,
      'an app shows its secret': await showSecret(app),
      'registers an app': (await registerApp(running.url, {}, from)).registered.client_id ? 201 : 400,
      'an app asks to be let in': await get(app.request().address.href),
      'an app with a document asks to be let in': await get(document.request().address.href),
      'signs in in a new browser': await signInByCode(running, email, new Map(), false),
      'signs in in a known browser, at the second try': await signInByCode(
        running,
        email,
        browser,
        round > 1,
      ),
      'signs in with a passkey': await signInByPasskey(running, email, {
        browser,
        device,
        isNew: round === 1,
      }),
    }
  }
  return { known, useEverything }
}

async function signIn({ baseUrl }: TestService, { clientId, clientSecret }: TestAccount): Promise<number> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  })
  return (await fetch(`${baseUrl}/auth`, { method: 'POST', body, headers: from })).status
}

/** The secret is right and the refresh token unknown, which is answered differently from a wrong secret. */
async function showSecret(app: ThirdParty): Promise<number> {
  const { status, body } = await app.token({ grant_type: 'refresh_token', refresh_token: 'tmb_rt_x' }, from)
  return status === 400 && body.error === 'invalid_grant' ? 200 : status
}

async function signInByCode(
  running: TestService,
  email: string,
  jar: CookieJar,
  errsFirst: boolean,
): Promise<number> {
  const post = (fields: Record<string, string>) =>
    sendWithJar(`${running.url}/sign-in`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: from,
      jar,
    })
  const before = new Set((await mailboxMessages(running.url, email)).map(({ id }) => id))
  const response = await post({ email })
  if (response.status !== 200) return response.status
  await running.service.drainOutbox()
  const letter = (await mailboxMessages(running.url, email)).find(({ id }) => !before.has(id))
  const code = /\b\d{6}\b/.exec(letter?.text ?? '')?.[0] ?? ''
  if (errsFirst) await post({ code: wrongCode(code) })
  return (await post({ code })).status
}

async function signInByPasskey(
  running: TestService,
  email: string,
  { browser, device, isNew }: { browser: CookieJar; device: VirtualPasskey; isNew: boolean },
): Promise<number> {
  const post = (path: string, body: unknown, jar?: CookieJar) =>
    sendWithJar(running.url + path, {
      method: 'POST',
      jar,
      body: JSON.stringify(body),
      headers: { ...from, 'content-type': 'application/json' },
    })
  const challengeAt = async (path: string, jar?: CookieJar): Promise<string> =>
    JSON.parse((await post(path, {}, jar)).text).challenge
  if (isNew) {
    const response = device.registration(await challengeAt('/passkeys/options', browser))
    await post('/passkeys', { response, name: 'Key' }, browser)
  }
  const [person] = await running.db.admin<{ id: string }>('select id from person where email = $1', [email])
  const response = device.answer(await challengeAt('/sign-in/passkey/options'), person?.id ?? '')
  return (await post('/sign-in/passkey', { response })).status
}
