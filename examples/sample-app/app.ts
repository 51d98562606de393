import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as oauth from 'openid-client'

/** What this app would like to do. The person who signs in may say no to each of them. */
const wanted = 'profiles:read tags:manage'
const look = readFileSync(new URL('look.css', import.meta.url), 'utf8')

// 1. Ask the service who signs its people in, and register this app there. The app has no secret of its own,
//    because anything on your machine could read it.
const service = process.argv[2] ?? 'http://localhost:3000'
const metadata = await fetch(`${service}/.well-known/oauth-protected-resource`)
const { resource, authorization_servers } = await metadata.json()
const server = createServer().listen(Number(process.env.PORT ?? 0), '127.0.0.1')
await new Promise((resolve) => server.once('listening', resolve))
const home = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const redirect_uri = `${home}/callback`
const config = await oauth.dynamicClientRegistration(
  new URL(authorization_servers[0]),
  { client_name: 'Sample app', redirect_uris: [redirect_uri], token_endpoint_auth_method: 'none' },
  oauth.None(),
  // Plain http is for a service on your own machine.
  { algorithm: 'oauth2', execute: service.startsWith('http:') ? [oauth.allowInsecureRequests] : [] },
)
server.on('request', async (request, response) => {
  const url = new URL(request.url ?? '/', home)
  try {
    if (url.pathname === '/') await signIn(response, url.searchParams.get('scope') ?? wanted)
    else if (url.pathname === '/callback') await comeBack(response, url, request.headers.cookie ?? '')
    else show(response, 404, ['There is nothing here.'])
  } catch (error) {
    show(response, 500, [String(error)], ['/', 'Start again'])
  }
})
console.log(`Open ${home} in your browser.`)

// 2. Send the browser to the service. The state shows later that the answer belongs to this browser, and without
//    the verifier the code in the answer is worth nothing.
async function signIn(response: ServerResponse, scope: string): Promise<void> {
  const [state, verifier] = [oauth.randomState(), oauth.randomPKCECodeVerifier()]
  const code_challenge = await oauth.calculatePKCECodeChallenge(verifier)
  const asked = { redirect_uri, scope, state, resource, code_challenge, code_challenge_method: 'S256' }
  const cookie = `sample=${state}.${verifier}; HttpOnly; SameSite=Lax; Path=/callback; Max-Age=600`
  const location = oauth.buildAuthorizationUrl(config, asked).href
  response.writeHead(302, { location, 'set-cookie': cookie }).end()
}

// 3. The browser comes back with a code. Exchange it for a token, and see what the person has allowed.
async function comeBack(response: ServerResponse, url: URL, cookies: string): Promise<void> {
  const [, expectedState = '', pkceCodeVerifier = ''] = /sample=([^.;]+)\.([^;]+)/.exec(cookies) ?? []
  if (url.searchParams.has('error')) {
    return show(response, 200, [`Not signed in: ${url.searchParams.get('error')}.`], ['/', 'Start again'])
  }
  const tokens = await oauth.authorizationCodeGrant(
    config,
    url,
    { expectedState, pkceCodeVerifier },
    { resource },
  )
  await useToken(response, tokens.access_token, tokens.scope ?? wanted)
}

// 4. Call the API. A call that needs a scope which was not allowed is refused before anything happens. The answer
//    names every scope that the call needs, so the app can ask for what it has and these; the person decides again.
async function useToken(response: ServerResponse, token: string, allowed: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const people = await fetch(`${resource}/api/v4/profiles?limit=5`, { headers })
  const { profiles = [] } = await people.json()
  const names = profiles.map(
    (person: Record<string, string>) => `– ${[person.firstName, person.lastName].filter(Boolean).join(' ')}`,
  )
  const tags = await fetch(`${resource}/api/v4/tags`, { headers })
  const lines = [`Signed in. You have allowed: ${allowed}`, `GET /profiles: ${people.status}`, ...names]
  if (tags.status !== 403) return show(response, 200, [...lines, `GET /tags: ${tags.status}`], ['/', 'Again'])
  const { error } = await tags.json()
  const challenge = tags.headers.get('www-authenticate') ?? ''
  const needed = /\bscope="([^"]*)"/.exec(challenge)?.[1] ?? ''
  const refused = [`GET /tags: 403 ${error.message}`, `WWW-Authenticate: ${challenge}`]
  const more = new URLSearchParams({ scope: `${allowed} ${needed}` })
  show(response, 200, [...lines, ...refused], [`/?${more}`, `Ask for ${needed} too`])
}

/** A page of plain lines with a link. Names come from people, so nothing in them is taken for markup. */
function show(
  response: ServerResponse,
  status: number,
  lines: string[],
  [to, label] = ['/', 'Sign in'],
): void {
  const escaped = (text = '') => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
  const shown = lines.map((line) => `<p>${escaped(line)}</p>`).join('\n')
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(
    `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sample app</title><style>${look}</style><main><h1>Sample app</h1>
${shown}\n<a href="${escaped(to)}">${escaped(label)}</a></main>\n`,
  )
}
