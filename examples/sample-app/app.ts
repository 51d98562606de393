import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as oauth from 'openid-client'
import { addressText, type HttpExchange, openHttpLog } from './http-log.ts'
import { accountPage, endPage, problemPage, type Refusal, startPage } from './pages.ts'

/** The scopes that this app requests. The person who signs in can deny each of them. */
const requestedScopes = 'profiles:read tags:manage'
const service = (process.argv[2] ?? 'http://localhost:3000').replace(/\/+$/, '')
const look = readFileSync(new URL('look.css', import.meta.url), 'utf8')
const httpLog = openHttpLog()

const server = createServer().listen(Number(process.env.PORT ?? 0), '127.0.0.1')
await once(server, 'listening').catch((error: Error) => stop(`The app cannot listen: ${error.message}.`))
const home = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const redirect_uri = `${home}/callback`

// 1. Ask the service for its authorization server, and register this app there. The app has no client secret, because
// anything on your machine could read it.
const { config, resource } = await register().catch(exitWithError)
const registered = httpLog.take()

async function register() {
  const metadata = await httpLog.fetch(`${service}/.well-known/oauth-protected-resource`)
  const { resource, authorization_servers } = await metadata.json()
  const config = await oauth.dynamicClientRegistration(
    new URL(authorization_servers[0]),
    { client_name: 'Sample app', redirect_uris: [redirect_uri], token_endpoint_auth_method: 'none' },
    oauth.None(),
    {
      algorithm: 'oauth2',
      [oauth.customFetch]: (address, init) => httpLog.fetch(address, init as RequestInit),
      // Plain http is for a service on your own machine.
      execute: service.startsWith('http:') ? [oauth.allowInsecureRequests] : [],
    },
  )
  return { config, resource: String(resource) }
}

/** One browser that uses the app. Its cookie holds nothing but the session's id. */
type BrowserSession = {
  requested: string
  state: string
  pkceCodeVerifier: string
  sentTo: URL
  cameBackTo?: URL
  tokens?: oauth.TokenEndpointResponse
  redeemed?: HttpExchange[]
}
const sessions = new Map<string, BrowserSession>()

type Reply = { status?: number; page?: string; to?: string; cookie?: string }

async function reply(request: IncomingMessage): Promise<Reply> {
  const url = new URL(request.url ?? '/', home)
  const visit = sessions.get(/\bsample=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '')
  switch (`${request.method} ${url.pathname}`) {
    case 'GET /':
      return { page: startPage(service, registered) }
    case 'GET /sign-in':
      return signIn(url.searchParams.get('scope') ?? requestedScopes)
    case 'GET /callback':
      return handleCallback(visit, url)
    case 'GET /account':
      return useToken(visit)
    case 'POST /end':
      return disconnect(visit)
    default:
      return { status: 404, page: problemPage('Not found', 'There is nothing here.') }
  }
}

// 2. Send the browser to the authorization server. The state later proves that the answer belongs to this browser, and
// without the verifier the code in the answer is worthless.
async function signIn(scope: string): Promise<Reply> {
  const [name, state] = [oauth.randomState(), oauth.randomState()]
  const pkceCodeVerifier = oauth.randomPKCECodeVerifier()
  const code_challenge = await oauth.calculatePKCECodeChallenge(pkceCodeVerifier)
  const requested = { redirect_uri, scope, state, resource, code_challenge, code_challenge_method: 'S256' }
  const sentTo = oauth.buildAuthorizationUrl(config, requested)
  sessions.set(name, { requested: scope, state, pkceCodeVerifier, sentTo })
  return { to: sentTo.href, cookie: `sample=${name}; HttpOnly; SameSite=Lax; Path=/; Max-Age=3600` }
}

// 3. The browser returns with a code. Exchange it for a token. A code works once, so redirect the browser to a page
// that can be reloaded.
async function handleCallback(visit: BrowserSession | undefined, url: URL): Promise<Reply> {
  if (!visit || visit.state !== url.searchParams.get('state')) {
    return {
      status: 400,
      page: problemPage('Not asked for', 'This browser has not requested access.'),
    }
  }
  const error = url.searchParams.get('error')
  if (error)
    return { page: problemPage('Not signed in', `The service answered ${error}: access was denied.`) }
  const { state: expectedState, pkceCodeVerifier } = visit
  httpLog.take()
  visit.tokens = await oauth.authorizationCodeGrant(
    config,
    url,
    { expectedState, pkceCodeVerifier },
    { resource },
  )
  visit.redeemed = httpLog.take()
  visit.cameBackTo = url
  return { to: '/account' }
}

// 4. Call the API. A call without the scope it needs is refused before anything happens. The answer names every scope
// that the call needs, so the app can request those and the ones it has; the person decides again.
async function useToken(visit: BrowserSession | undefined): Promise<Reply> {
  if (!visit?.tokens) return { to: '/' }
  const { tokens, requested, sentTo, cameBackTo = sentTo, redeemed = [] } = visit
  httpLog.take()
  const headers = { authorization: `Bearer ${tokens.access_token}` }
  const people = await httpLog.fetch(`${resource}/api/v4/profiles?limit=5`, { headers })
  const tags = await httpLog.fetch(`${resource}/api/v4/tags`, { headers })
  const called = httpLog.take()
  if (people.status === 401) return { page: problemPage('Signed out', 'The token is no longer valid.') }
  const refusals = await Promise.all([people, tags].filter(({ status }) => status === 403).map(refusalOf))
  const { profiles = [] } = people.ok ? await people.json() : {}
  const page = accountPage({
    requested,
    allowed: tokens.scope ?? requested,
    redeemed,
    called,
    refusals,
    sentTo: addressText(sentTo),
    cameBackTo: addressText(cameBackTo),
    names: profiles.map(({ firstName, lastName }: Record<string, string>) =>
      [firstName, lastName].filter(Boolean).join(' '),
    ),
  })
  return { page }
}

async function refusalOf(answer: Response): Promise<Refusal> {
  const { error } = await answer.json()
  const challenge = answer.headers.get('www-authenticate') ?? ''
  return { message: error.message, challenge, needed: /\bscope="([^"]*)"/.exec(challenge)?.[1] ?? '' }
}

// 5. Revoke the refresh token, which revokes the access token too.
async function disconnect(visit: BrowserSession | undefined): Promise<Reply> {
  if (!visit?.tokens) return { to: '/' }
  httpLog.take()
  const { access_token, refresh_token = access_token } = visit.tokens
  await oauth.tokenRevocation(config, refresh_token)
  await httpLog.fetch(`${resource}/api/v4/profiles?limit=5`, {
    headers: { authorization: `Bearer ${access_token}` },
  })
  delete visit.tokens
  return { page: endPage(httpLog.take()) }
}

server.on('request', async (request, response) => {
  if (request.url === '/look.css') return response.writeHead(200, { 'content-type': 'text/css' }).end(look)
  const failed = (error: unknown): Reply => ({
    status: 500,
    page: problemPage('That did not work', String(error)),
  })
  const { status = 200, page, to, cookie } = await reply(request).catch(failed)
  const headers = {
    'cache-control': 'no-store',
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'self'; img-src data:; frame-ancestors 'none'",
    ...(cookie ? { 'set-cookie': cookie } : {}),
  }
  if (to) return response.writeHead(303, { ...headers, location: to }).end()
  return response.writeHead(status, headers).end(page)
})
console.log(
  `\nThis app asks ${service} to be let in.\n\nOpen ${home} in your browser. Ctrl+C ends the app.\n`,
)

/** Deletes the registration, so that nothing of the app remains at the service. */
async function end(): Promise<void> {
  const { registration_client_uri, registration_access_token } = config.clientMetadata()
  const headers = { authorization: `Bearer ${registration_access_token}` }
  const gone = await fetch(String(registration_client_uri), {
    method: 'DELETE',
    headers,
    signal: AbortSignal.timeout(3_000),
  }).catch(() => undefined)
  console.log(
    gone?.ok
      ? 'The app deleted its registration.'
      : 'The registration was not deleted: the service did not answer.',
  )
  process.exit(0)
}
process.once('SIGINT', end).once('SIGTERM', end)

function exitWithError(error: Error): never {
  return stop(
    `No Timbre answers at ${service} (${error.message}).`,
    'Start it with "npm start", or name another address: npm run sample -- https://timbre.example',
  )
}

function stop(...lines: string[]): never {
  console.error(lines.join('\n'))
  process.exit(1)
}
