import { createHash, randomBytes } from 'node:crypto'
import type { Answer as HttpAnswer, Json } from './service.ts'
import type { BrowserPerson, ConsentAnswer } from './signing-in.ts'

/** A third-party app: it uses the specified addresses over plain HTTP. */
export type ThirdParty = {
  clientId: string
  clientSecret: string | undefined
  /** The answer to the registration. */
  registered: Json
  redirectUri: string
  /** A new authorization request; parameters set to undefined are omitted. */
  request: (changed?: Record<string, string | undefined>) => AuthorizationRequest
  /** Sends a person through consent and redeems the code. */
  connect: (
    person: BrowserPerson,
    answer?: ConsentAnswer,
    changed?: Record<string, string>,
  ) => Promise<AppTokens>
  redeem: (back: URL, verifier: string, changed?: Record<string, string | undefined>) => Promise<HttpAnswer>
  refresh: (refreshToken: string, changed?: Record<string, string>) => Promise<HttpAnswer>
  /** Posts a form to the token endpoint as this app. */
  token: (fields: Record<string, string | undefined>, headers?: Record<string, string>) => Promise<HttpAnswer>
  revoke: (token: string) => Promise<HttpAnswer>
}

export type AuthorizationRequest = { address: URL; verifier: string; state: string }

export type AppTokens = { accessToken: string; refreshToken: string; scope: string; answer: HttpAnswer }

/** Registers an app at a service (RFC 7591), as a public client unless its metadata say otherwise. */
export async function registerApp(
  authUrl: string,
  metadata: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<ThirdParty> {
  const answer = await register(authUrl, metadata, headers)
  if (answer.status !== 201) throw new Error(`Registration was answered ${answer.status}: ${answer.text}`)
  const [redirectUri] = answer.body.redirect_uris
  return thirdParty(authUrl, { clientId: answer.body.client_id, redirectUri, registered: answer.body })
}

/** Sends a registration request, without checking the answer. */
export async function register(
  authUrl: string,
  metadata: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<HttpAnswer> {
  const body = {
    client_name: 'Birdsong',
    redirect_uris: ['http://127.0.0.1/callback'],
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    ...metadata,
  }
  return answerOf(
    await fetch(`${authUrl}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }),
  )
}

/** An app that is already registered. */
export function thirdParty(
  authUrl: string,
  known: { clientId: string; redirectUri: string; registered?: Json },
): ThirdParty {
  const { clientId, redirectUri, registered } = known
  const clientSecret = registered?.client_secret as string | undefined
  const isBasic = clientSecret && registered.token_endpoint_auth_method === 'client_secret_basic'
  const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  const own: Record<string, string> = clientSecret
    ? { client_id: clientId, client_secret: clientSecret }
    : { client_id: clientId }
  const post = (path: string, fields: Record<string, string | undefined>, headers: Record<string, string>) =>
    postForm(authUrl + path, isBasic ? fields : { ...own, ...fields }, {
      ...(isBasic ? { authorization: `Basic ${credentials}` } : {}),
      ...headers,
    })

  const app: ThirdParty = {
    clientId,
    clientSecret,
    registered,
    redirectUri,
    request(changed = {}) {
      const verifier = randomBytes(32).toString('base64url')
      const state = randomBytes(8).toString('base64url')
      const fields = {
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'profiles:read profiles:write tags:manage account:read account:write',
        state,
        code_challenge: challengeOf(verifier),
        code_challenge_method: 'S256',
        ...changed,
      }
      return { address: new URL(`${authUrl}/oauth/authorize?${paramsOf(fields)}`), verifier, state }
    },
    async connect(person, answer, changed) {
      const { address, verifier } = app.request(changed)
      const back = await person.authorize(address, answer)
      const redeemed = await app.redeem(back, verifier, {
        ...(changed?.redirect_uri ? { redirect_uri: changed.redirect_uri } : {}),
        ...(changed?.resource ? { resource: changed.resource } : {}),
      })
      if (redeemed.status !== 200) throw new Error(`${redeemed.status} for ${back.search}: ${redeemed.text}`)
      return appTokensOf(redeemed)
    },
    redeem: (back, verifier, changed = {}) =>
      app.token({
        grant_type: 'authorization_code',
        code: back.searchParams.get('code') ?? '',
        redirect_uri: redirectUri,
        code_verifier: verifier,
        ...changed,
      }),
    refresh: (refreshToken, changed = {}) =>
      app.token({ grant_type: 'refresh_token', refresh_token: refreshToken, ...changed }),
    token: (fields, headers = {}) => post('/oauth/token', fields, headers),
    revoke: (token) => post('/oauth/revoke', { token }, {}),
  }
  return app
}

export function appTokensOf(answer: HttpAnswer): AppTokens {
  const { access_token: accessToken, refresh_token: refreshToken, scope } = answer.body
  return { accessToken, refreshToken, scope, answer }
}

function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}

/** The claims of an access token, without verification. */
export function claimsOf(token: string): Json {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
}

export async function postForm(
  address: string,
  fields: Record<string, string | undefined>,
  headers: Record<string, string> = {},
): Promise<HttpAnswer> {
  return answerOf(await fetch(address, { method: 'POST', headers, body: paramsOf(fields) }))
}

/** An answer with its body, parsed if it is JSON. */
export async function answerOf(response: Response): Promise<HttpAnswer> {
  const text = await response.text()
  const { status, headers } = response
  try {
    return { status, headers, text, body: JSON.parse(text) }
  } catch {
    return { status, headers, text, body: undefined }
  }
}

function paramsOf(fields: Record<string, string | undefined>): URLSearchParams {
  const known = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined)
  return new URLSearchParams(known)
}
