import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type JWTPayload, SignJWT } from 'jose'
import Provider from 'oidc-provider'
import { afterFile } from './file-cleanup.ts'
import { freePort } from './service.ts'

/** Whom a provider signs in next, with the claims that it makes. */
export type ProviderPerson = { sub: string } & Readonly<Record<string, unknown>>

export type IdentityProvider = {
  issuer: string
  clientId: string
  clientSecret: string
  signInAs: (person: ProviderPerson) => void
}

/** An OpenID provider (`oidc-provider`) that signs in the person that the test names, without asking. */
export async function startIdentityProvider(redirectUri: string): Promise<IdentityProvider> {
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  const [clientId, clientSecret] = ['timbre at northwind', randomBytes(24).toString('base64url')]
  let person: ProviderPerson = { sub: 'nobody' }
  const { privateKey } = keyOf('own')
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['northwind'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    findAccount: async (_ctx, accountId) => ({
      accountId,
      claims: async () => ({ ...person, sub: accountId }),
    }),
    async loadExistingGrant(ctx) {
      const grant = new ctx.oidc.provider.Grant({ clientId, accountId: ctx.oidc.session?.accountId ?? '' })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const protocol = provider.callback()
  await listen(port, (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return protocol(request, response)
    const login = { accountId: person.sub, remember: false }
    provider.interactionFinished(request, response, { login }).catch(() => response.destroy())
  })
  return {
    issuer,
    clientId,
    clientSecret,
    signInAs: (next) => {
      person = next
    },
  }
}

/** What a provider in hostile hands may change about its answers. */
export type Tampering = {
  claims?: JWTPayload
  /** The header's algorithm; `none` leaves out the signature. */
  alg?: 'RS256' | 'none' | 'HS256'
  /** Signs with a key that the provider doesn't publish. */
  otherKey?: boolean
  /** Parameters of the answer that are changed; undefined removes one. */
  answer?: Readonly<Record<string, string | undefined>>
  /** What happens while we wait for its tokens. */
  meanwhile?: () => Promise<unknown>
}

/** An OpenID provider that answers whatever the test wants. */
export async function startHostileProvider() {
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  const [own, other] = [keyOf('own'), keyOf('other')]
  let [tampering, claims]: [Tampering, JWTPayload] = [{}, {}]
  let asked = new URLSearchParams()
  let tokenRequests = 0
  const idToken = async () => {
    const { alg = 'RS256', otherKey = false } = tampering
    const now = Math.floor(Date.now() / 1000)
    const payload = {
      ...{ iss: issuer, aud: 'client', iat: now, exp: now + 60, sub: 'one', nonce: asked.get('nonce') ?? '' },
      ...claims,
      ...tampering.claims,
    }
    if (alg === 'none') {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      return `${part({ alg })}.${part(payload)}.`
    }
    const key =
      alg === 'HS256'
        ? new TextEncoder().encode('a client secret of the hostile one')
        : (otherKey ? other : own).privateKey
    return new SignJWT(payload).setProtectedHeader({ alg, ...(alg === 'RS256' && { kid: 'one' }) }).sign(key)
  }
  await listen(port, async (request, response) => {
    const { pathname } = new URL(request.url ?? '', issuer)
    const json = (value: unknown) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(value))
    if (pathname === '/.well-known/openid-configuration') {
      return json({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        authorization_response_iss_parameter_supported: true,
      })
    }
    if (pathname === '/keys') return json({ keys: [own.publicJwk] })
    if (pathname !== '/token') return response.writeHead(404).end()
    tokenRequests += 1
    const form = await readForm(request)
    await tampering.meanwhile?.()
    if (form.get('code') !== 'good' || !form.get('code_verifier')) return response.writeHead(400).end()
    return json({ access_token: 'at', token_type: 'bearer', expires_in: 60, id_token: await idToken() })
  })
  return {
    issuer,
    tokenRequests: () => tokenRequests,
    /** Plays the part of its sign-in page: the address that the browser is sent back to. */
    answer(location: URL, who: JWTPayload, change: Tampering = {}): URL {
      ;[tampering, claims, asked] = [change, who, location.searchParams]
      const back = new URL(asked.get('redirect_uri') ?? '')
      const params = { code: 'good', state: asked.get('state') ?? '', iss: issuer, ...change.answer }
      for (const [name, value] of Object.entries(params))
        if (value !== undefined) back.searchParams.set(name, value)
      return back
    },
  }
}

export type HostileProvider = Awaited<ReturnType<typeof startHostileProvider>>

type ProviderKey = { privateKey: KeyObject; publicJwk: object }

/** The same keys for all providers: making one takes a fifth of a second, and no test is about two providers' keys. */
function keyOf(name: 'own' | 'other'): ProviderKey {
  const known = keys.get(name)
  if (known) return known
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const publicJwk = { ...publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }
  keys.set(name, { privateKey, publicJwk })
  return { privateKey, publicJwk }
}

const keys = new Map<string, ProviderKey>()

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return new URLSearchParams(Buffer.concat(chunks).toString())
}

async function listen(port: number, handle: Parameters<typeof createServer>[1]): Promise<Server> {
  const server = createServer(handle as never)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  afterFile(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return server
}
