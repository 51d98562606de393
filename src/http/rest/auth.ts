import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AccountHomes } from '../../contract/account-homes.ts'
import { Failure, wrongRegion } from '../../contract/failure.ts'
import { isStorableText } from '../../contract/input.ts'
import { type Limits, spendInOrder } from '../../contract/limits.ts'
import { networkFor, networkOf, type Payer } from '../../contract/payer.ts'
import { type Allowance, rateLimited } from '../../contract/request.ts'
import { isScope, type Scope } from '../../contract/scope.ts'
import { type MachineClient, machineClientPayer, parseClientId } from '../../identity/client-credentials.ts'
import { accessTokenSeconds, signMachineToken, type TokenSettings } from '../../identity/tokens.ts'
import { readJsonBody, refuseEncodedBody } from '../body.ts'
import { methodNotAllowed } from '../methods.ts'
import { rateLimitHeaders } from '../rate-limit-headers.ts'
import { recordSecurityEvent } from '../security-log.ts'

export type AuthSettings = {
  findClient: (credentials: { clientId: string; clientSecret: string }) => Promise<MachineClient | undefined>
  tokens: TokenSettings
  region: string
  homeOf: AccountHomes['homeOf']
  /** Whether this is a known zone. A client id with any other zone is unknown. */
  isRegion: (zone: string) => boolean
  limits: Pick<Limits, 'tokens' | 'wrongSecrets' | 'wrongSecretsOfNetwork'>
}

/** An error of RFC 6749 section 5.2. */
type AuthError = { status: 400 | 401; error: string; description: string; basic?: boolean }

/** `POST {base_url}/auth`: issues an access token for client credentials, sent as JSON, form or HTTP Basic. */
export function registerAuth(app: FastifyInstance, path: string, settings: AuthSettings): void {
  app.post(path, async (request, reply) => {
    const basic = readBasic(request.raw.headersDistinct.authorization)
    if (typeof basic === 'object') refuseOtherRegion(basic.clientId, settings)
    const fields = readFields(request)
    refuseOtherRegion(fields?.client_id, settings)
    const credentials = readCredentials(fields, basic)
    if ('error' in credentials) return refuse(reply, credentials)
    // Wrong secrets count against the sender's network, so that an attacker can't lock out the client.
    const client = await settings.findClient(credentials)
    recordSecurityEvent(request, {
      kind: 'client_secret_tried',
      ...(client ? { outcome: 'allowed' } : { outcome: 'refused', reason: 'invalid_client' }),
      ...(parseClientId(credentials.clientId) ? { clientId: credentials.clientId } : {}),
    })
    if (!client) {
      enforceLimit(
        reply,
        await countWrongSecret(settings.limits, networkOf(request.ip), credentials.clientId),
      )
      return refuse(reply, {
        status: 401,
        error: 'invalid_client',
        description: 'The client id or the client secret is wrong.',
        basic: credentials.basic,
      })
    }
    enforceLimit(reply, await settings.limits.tokens(machineClientPayer(client)))
    const scopes = narrowedScopes(client, credentials.scope)
    if ('error' in scopes) return refuse(reply, scopes)
    reply.header('cache-control', 'no-store').header('pragma', 'no-cache')
    return {
      access_token: await signMachineToken(settings.tokens, client, scopes),
      token_type: 'Bearer',
      expires_in: accessTokenSeconds,
      scope: scopes.join(' '),
    }
  })
  const otherMethods = methodNotAllowed(['POST'])
  app.route({ method: otherMethods.methods, url: path, handler: otherMethods.handler })
}

function countWrongSecret(
  limits: AuthSettings['limits'],
  network: Payer<'network'>,
  clientId: string,
): Promise<Allowance | undefined> {
  return spendInOrder([
    () => limits.wrongSecretsOfNetwork(network),
    () => limits.wrongSecrets(networkFor(network, clientId)),
  ])
}

function enforceLimit(reply: FastifyReply, allowance: Allowance | undefined): void {
  if (!allowance) return
  reply.headers(rateLimitHeaders(allowance))
  if (!allowance.isWithin) throw rateLimited(allowance)
}

/** The client id has the zone, so all other checks are left to that zone. */
function refuseOtherRegion(clientId: unknown, { region, isRegion, homeOf }: AuthSettings): void {
  const parsed = typeof clientId === 'string' ? parseClientId(clientId) : undefined
  if (!parsed || !isRegion(parsed.region)) return
  const home = homeOf(parsed.accountId, parsed.region)
  if (home !== region) throw wrongRegion(home)
}

type Credentials = { clientId: string; clientSecret: string; scope: string | undefined; basic: boolean }

function readCredentials(
  fields: Record<string, unknown> | undefined,
  basic: ReturnType<typeof readBasic>,
): Credentials | AuthError {
  if (fields === undefined) return badRequest('Send the credentials as a JSON object, a form or HTTP Basic.')
  for (const name of fieldNames) {
    const value = fields[name]
    if (value === undefined) continue
    if (typeof value !== 'string') return badRequest(`${name} must be sent once, as text.`)
    if (!isStorableText(value)) return badRequest(`${name} contains a character that is not valid text.`)
    if (value.length > maxFieldLength) return badRequest(`${name} is too long.`)
  }
  const { grant_type, client_id, client_secret, scope } = fields as Record<string, string | undefined>
  if (basic === 'malformed') return badRequest('The Basic authorization header is malformed.')
  if (basic && (client_id !== undefined || client_secret !== undefined)) {
    return badRequest('Send the credentials in the header or in the body, not in both.')
  }
  if (grant_type === undefined && !basic) return badRequest('grant_type is required: client_credentials.')
  if (grant_type !== undefined && grant_type !== 'client_credentials') {
    return {
      status: 400,
      error: 'unsupported_grant_type',
      description: 'grant_type must be client_credentials.',
    }
  }
  const clientId = basic?.clientId ?? client_id
  const clientSecret = basic?.clientSecret ?? client_secret
  if (!clientId || !clientSecret) return badRequest('client_id and client_secret are required.')
  return { clientId, clientSecret, scope, basic: basic !== undefined }
}

/** The fields of a JSON or form body. A repeated form field becomes a list, which is refused later. */
function readFields(request: FastifyRequest): Record<string, unknown> | undefined {
  const body = request.body as Buffer | undefined
  if (!body || body.length === 0) return {}
  refuseEncodedBody(request.headers['content-encoding'])
  const contentType = request.headers['content-type'] ?? ''
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType)) {
    if (!isUtf8(body)) return undefined
    const form = new URLSearchParams(body.toString('utf8'))
    return Object.fromEntries([...new Set(form.keys())].map((name) => [name, single(form.getAll(name))]))
  }
  try {
    return readJsonBody(contentType, body)
  } catch (error) {
    if (error instanceof Failure && error.kind === 'invalid') return undefined
    throw error
  }
}

function single(values: readonly string[]): unknown {
  return values.length === 1 ? values[0] : values
}

/** Other fields are ignored (RFC 6749 section 3.2). */
const fieldNames = ['grant_type', 'client_id', 'client_secret', 'scope']
const maxFieldLength = 1024

function badRequest(description: string): AuthError {
  return { status: 400, error: 'invalid_request', description }
}

/** Skips the form decoding of RFC 6749 section 2.3.1: our ids and secrets have no characters that it would change. */
function readBasic(
  headers: readonly string[] | undefined,
): { clientId: string; clientSecret: string } | 'malformed' | undefined {
  const header = headers?.[0]
  if (header === undefined || !/^basic\b/i.test(header)) return undefined
  if (headers && headers.length > 1) return 'malformed'
  const text = Buffer.from(header.slice('basic '.length).trim(), 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 1 || text.length > 2 * maxFieldLength || !isStorableText(text)) return 'malformed'
  return { clientId: text.slice(0, colon), clientSecret: text.slice(colon + 1) }
}

/** The requested scopes, or all scopes of the client. An empty list is an error (RFC 6749 section 3.3). */
function narrowedScopes(client: MachineClient, scopeParameter: string | undefined): Scope[] | AuthError {
  if (scopeParameter === undefined) return client.scopes
  const requested = [...new Set(scopeParameter.split(' ').filter((scope) => scope !== ''))]
  const isRefused = (scope: string) => !isScope(scope) || !client.scopes.includes(scope)
  if (requested.length === 0 || requested.some(isRefused)) {
    const allowed = client.scopes.join(' ')
    const description = `Omit scope, or name at least one of the client's scopes: ${allowed}.`
    return { status: 400, error: 'invalid_scope', description }
  }
  return requested.filter(isScope)
}

function refuse(reply: FastifyReply, { status, error, description, basic }: AuthError) {
  reply.code(status).header('cache-control', 'no-store').header('pragma', 'no-cache')
  if (basic) reply.header('www-authenticate', 'Basic realm="timbre"')
  return { error, error_description: description, code: status, status: 'error' }
}
