import type { Failure } from '../../contract/failure.ts'
import { isReadyJson, partsOf, type RestBinding, type Result } from '../../contract/operation.ts'
import { recentMinutes } from '../../contract/recent-sign-in.ts'
import type { Scope } from '../../contract/scope.ts'
import { statusOf } from '../status.ts'

/** Status, headers and body of a REST response. Only this file creates them from results and failures. */
export type Reply = { status: number; headers: Record<string, string>; body: string | Buffer | undefined }

export type ReplySettings = {
  /** Absolute URL of the protected resource metadata (RFC 9728). */
  resourceMetadataUrl: string
  /** Scopes that a client without a token should request, for the challenge. */
  challengeScopes?: readonly Scope[]
  /** API roots of all known zones, such as `https://eu.example.com/api`. */
  regions: Readonly<Record<string, string>>
}

export function replyToResult(binding: RestBinding, result: Result<unknown>): Reply {
  const status = result.created === undefined ? binding.status : result.created ? 201 : 200
  if (binding.status === 204 || binding.key === undefined)
    return { status: 204, headers: {}, body: undefined }
  const { resource } = result
  const parts = isReadyJson(resource) ? partsOf(resource) : [JSON.stringify(resource)]
  const siblings = Object.entries(result.siblings ?? {})
    .map(([key, value]) => `"${key}":${JSON.stringify(value)},`)
    .join('')
  const all = [`{"code":${status},"status":"success",${siblings}"${binding.key}":`, ...parts, '}']
  // A text is sent in one write with the head.
  const body = parts.length === 1 ? all.join('') : bytesOf(all)
  return { status, headers: { 'content-type': jsonType }, body }
}

/** Written part by part: as one text first, a response of megabytes would be in memory twice. */
function bytesOf(parts: readonly string[]): Buffer {
  const bytes = Buffer.allocUnsafe(parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0))
  let at = 0
  for (const part of parts) at += bytes.write(part, at)
  return bytes
}

export function replyToFailure(
  failure: Failure,
  request: { id: string; now: Date },
  settings: ReplySettings,
  status: number = statusOf(failure.kind),
): Reply {
  const region = failure.kind === 'wrongRegion' ? regionOf(failure, settings) : undefined
  const body = {
    code: status,
    status: 'error',
    error: {
      message: failure.message,
      timestamp: request.now.toISOString(),
      code: failure.code,
      ...(failure.param ? { param: failure.param } : {}),
      ...(failure.details && !region ? { details: failure.details } : {}),
      requestId: request.id,
    },
    ...(region ? { region } : {}),
  }
  const headers = { 'content-type': jsonType, ...challenge(failure, settings), ...regionHeaders(region) }
  if (failure.retryAfterSeconds) Object.assign(headers, { 'retry-after': String(failure.retryAfterSeconds) })
  return { status, headers, body: JSON.stringify(body) }
}

const jsonType = 'application/json; charset=utf-8'

/** RFC 6750 section 3 and RFC 9728 section 5.1. There is an error code only if a token was sent. */
function challenge(failure: Failure, settings: ReplySettings): Record<string, string> {
  const metadata = `resource_metadata="${settings.resourceMetadataUrl}"`
  if (failure.kind === 'unauthenticated') {
    const error = failure.code === 'token_missing' ? '' : ', error="invalid_token"'
    const scope = settings.challengeScopes ? `, scope="${settings.challengeScopes.join(' ')}"` : ''
    return { 'www-authenticate': `Bearer ${metadata}${scope}${error}` }
  }
  // RFC 9470 section 3.
  if (failure.code === 'sign_in_too_old') {
    const error = `error="insufficient_user_authentication", max_age="${recentMinutes * 60}"`
    return { 'www-authenticate': `Bearer ${error}, ${metadata}` }
  }
  if (failure.kind !== 'scopeMissing') return {}
  const needed = (failure.details as { scopes: string[] }).scopes.join(' ')
  return { 'www-authenticate': `Bearer error="insufficient_scope", scope="${needed}", ${metadata}` }
}

function regionOf(failure: Failure, settings: ReplySettings): { zone: string; apiUrl: string } {
  const zone = (failure.details as { region: string }).region
  return { zone, apiUrl: settings.regions[zone] ?? '' }
}

function regionHeaders(region: { zone: string; apiUrl: string } | undefined): Record<string, string> {
  return region ? { 'x-service-region': region.zone, 'x-service-region-url': region.apiUrl } : {}
}
