import { newAccountSecret } from '../../src/identity/secret.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { type CookieJar, sendWithJar } from '../oauth/sign-in-requests.ts'
import { openVirtualPasskey } from '../oauth/virtual-passkey.ts'
import type { TestService } from '../support/service.ts'
import { thirdParty } from '../support/third-party.ts'
import type { KnownToStrangers } from './legitimate-users.ts'

type Flood = (running: TestService, known: KnownToStrangers) => Promise<void>

const from = { 'x-forwarded-for': '198.51.100.66' }
const form = (fields: Record<string, string>) => new URLSearchParams(fields)

/** By which the limits are divided, and so are the floods: what one of five requests shows need not be sent five times. */
export const divisor = 5

/**
 * Sends `wanted` requests, divided as the limits are, some at a time, or fewer: until a limit refuses all of these, as it
 * would all that follow.
 */
async function many(
  wanted: number,
  ask: (n: number) => Promise<{ status: number; body?: unknown }>,
): Promise<void> {
  const [count, together] = [Math.ceil(wanted / divisor), 20 / divisor]
  for (let begun = 0; begun < count; begun += together) {
    const statuses = await Promise.all(
      Array.from({ length: Math.min(together, count - begun) }, async (_, n) => {
        const { status, body } = await ask(begun + n)
        if (body instanceof ReadableStream) await body.cancel()
        return status
      }),
    )
    if (statuses.every((status) => status === 429)) return
  }
}

const get = (address: string, headers = {}) =>
  fetch(address, { headers: { ...from, ...headers }, redirect: 'manual' })
const post = (address: string, body: BodyInit, headers = {}) =>
  fetch(address, { method: 'POST', body, headers: { ...from, ...headers }, redirect: 'manual' })
const json = { 'content-type': 'application/json' }

/** Everything a stranger can request, each more often than any of its limits allows without the divisor. */
export const floods: readonly Flood[] = [
  // Made-up links of an account, a public link, and logos.
  async ({ url }, { accountId }) =>
    many(200, () => get(`${url}/t/us.${newAccountSecret('tmb_link_', accountId)}`)),
  async ({ url }, { accountId }) =>
    many(80, () => post(`${url}/t/us.${newAccountSecret('tmb_link_', accountId)}`, form({ again: '1' }))),
  async ({ url }, { accountId }) =>
    many(80, () => get(`${url}/r/${newAccountSecret('tmb_report_', accountId)}`)),
  async (_, { link }) => many(40, () => get(`${link.slice(0, -4)}AAAA`)),
  // Starts come first: opening the link too often blocks this network from its form.
  async (_, { sharedLink }) =>
    many(80, (n) => post(sharedLink, form({ firstName: 'Nobody', email: `${n}@nowhere.test` }))),
  async (_, { sharedLink }) => many(10, (n) => post(sharedLink, form({ firstName: `Nobody ${n}` }))),
  async (_, { sharedLink }) => many(320, () => get(sharedLink)),
  async (_, { sharedLink }) => many(100, (n) => post(sharedLink, form({ firstName: `Nobody ${n}` }))),
  async ({ url }, { accountId }) => many(320, () => get(`${url}/logos/${accountId}/${'b'.repeat(64)}.png`)),
  // Made-up tokens and sessions.
  async ({ baseUrl }) => many(80, () => get(`${baseUrl}/test`, { authorization: 'Bearer made.up.token' })),
  async ({ url }, { accountId }) =>
    many(80, () => get(`${url}/take`, { cookie: `take=${newAccountSecret('tmb_take_', accountId)}` })),
  async ({ url }) =>
    many(80, () => post(`${url}/passkeys/options`, '{}', { ...json, cookie: 'person=tmb_person_x' })),
  // Sign-ins with made-up providers, and their answers.
  async ({ url }) => many(640, (n) => get(`${url}/sign-in/provider/${String(n).padStart(24, '0')}`)),
  // Wrong secrets of a client and of an app, and of many made-up ones.
  async ({ baseUrl }, { clientId }) => many(60, () => post(`${baseUrl}/auth`, credentials(clientId))),
  async (_, { app }) =>
    many(40, async () =>
      app.token({ grant_type: 'refresh_token', refresh_token: 'x', client_secret: 'guess' }, from),
    ),
  async ({ baseUrl }) => many(500, (n) => post(`${baseUrl}/auth`, credentials(`m2m_us_${n}`))),
  // Codes: for a member's address, for others, with a made-up trusted-device mark; then wrong codes.
  async ({ url }, { email }) => many(40, () => post(`${url}/sign-in`, form({ email }))),
  async ({ url }, { email }) =>
    many(40, () => post(`${url}/sign-in`, form({ email }), { cookie: `known=tmb_known_${'A'.repeat(64)}` })),
  async ({ url }) => many(80, () => post(`${url}/sign-in`, form({ code: '000000' }))),
  guessCodes,
  async ({ url }) =>
    many(160, () => post(`${url}/sign-in`, form({ email: `${newPublicId()}@nowhere.test` }))),
  // Passkeys.
  async ({ url }) => many(200, () => post(`${url}/sign-in/passkey/options`, '{}', json)),
  forgePasskeys,
  // Apps: registration, authorization requests, and client metadata documents.
  async ({ url }) =>
    many(200, () =>
      post(`${url}/oauth/register`, JSON.stringify({ redirect_uris: ['http://127.0.0.1/a'] }), json),
    ),
  async ({ url }, { documentHost }) =>
    many(40, (n) => get(documentRequest(url, `https://${documentHost}/junk/${n}`))),
  async ({ url }) => many(80, (n) => get(documentRequest(url, `https://host${n}.junk.example/app`))),
  async (_, { app }) => many(500, () => get(app.request().address.href)),
]

function credentials(clientId: string): URLSearchParams {
  return form({ grant_type: 'client_credentials', client_id: clientId, client_secret: 'guess' })
}

function documentRequest(url: string, clientId: string): string {
  return thirdParty(url, { clientId, redirectUri: 'http://127.0.0.1/callback' }).request().address.href
}

/** With valid attempts for unknown addresses, which a stranger can create without end. */
async function guessCodes({ url }: TestService): Promise<void> {
  const guess = (fields: Record<string, string>, jar: CookieJar) =>
    sendWithJar(`${url}/sign-in`, { method: 'POST', body: form(fields), headers: from, jar })
  for (let n = 0; n < 20 / divisor; n += 1) {
    const jar: CookieJar = new Map()
    await guess({ email: `${newPublicId()}@nowhere.test` }, jar)
    for (let tries = 0; tries < 5; tries += 1) await guess({ code: '000000' }, jar)
  }
}

async function forgePasskeys({ url }: TestService): Promise<void> {
  const device = openVirtualPasskey(url)
  await many(100, async () => {
    const begun = await post(`${url}/sign-in/passkey/options`, '{}', json)
    const { challenge } = (await begun.json()) as { challenge: string }
    const response = device.answer(challenge, newPublicId())
    return post(`${url}/sign-in/passkey`, JSON.stringify({ response }), json)
  })
}
