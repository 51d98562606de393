import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Failure } from '../contract/failure.ts'
import { pickDefined } from '../contract/pick-defined.ts'
import type { LinkReason, RecordSecurityEvent, SecurityEvent } from '../contract/security-event.ts'
import { failureFromError } from './failure-from-error.ts'

declare module 'fastify' {
  interface FastifyInstance {
    recordSecurity?: RecordSecurityEvent
  }
}

/** Records all thrown failures that may indicate an attack. Other security events are recorded where they happen. */
export function registerSecurityLog(app: FastifyInstance, record: RecordSecurityEvent): void {
  app.decorate('recordSecurity', record)
  app.addHook('onError', async (request, _reply, error) => noteRefusal(request, error))
}

/** Records a failure that may indicate an attack; for those that are answered without reaching Fastify's error hook. */
export function noteRefusal(request: FastifyRequest, error: Error): void {
  const event = eventOf(failureFromError(error), request.caller !== undefined)
  if (event) recordSecurityEvent(request, event)
}

/** Records that a link is unknown or no longer valid. */
export function noteLink(request: FastifyRequest, reason: LinkReason): void {
  recordSecurityEvent(request, { kind: 'link_refused', outcome: 'refused', reason })
}

/** Records an event of a request, with its caller if authenticated. */
export function recordSecurityEvent(request: FastifyRequest, event: SecurityEvent): void {
  const { caller } = request
  request.server.recordSecurity?.(
    {
      ...pickDefined({
        accountId: caller?.accountId,
        clientId: caller && 'clientId' in caller ? caller.clientId : undefined,
        memberId: caller && 'memberId' in caller ? caller.memberId : undefined,
      }),
      ...event,
    },
    { address: request.ip, requestId: request.id, route: request.routeOptions.url ?? 'unknown' },
  )
}

/** Undefined for failures that are normal, such as a request without a token. */
function eventOf({ kind, code, limit }: Failure, hasCaller: boolean): SecurityEvent | undefined {
  const refused = { outcome: 'refused', ...(code ? { reason: code } : {}) } as const
  if (kind === 'unauthenticated') {
    if (code === 'token_missing' || code === undefined) return undefined
    // With a caller, the token itself was valid, so its client, grant or member has been revoked or removed.
    return { kind: 'token_refused', ...refused, ...(hasCaller ? { reason: 'ended' } : {}) }
  }
  if (kind === 'limited') return { kind: 'limited', ...refused, ...(limit ? { limit } : {}) }
  if (kind === 'scopeMissing') return { kind: 'scope_refused', ...refused }
  if (code === 'form_unproven') return { kind: 'form_refused', ...refused }
  return undefined
}

export function signInEvent(reason: string, session: { personId: string } | undefined): SecurityEvent {
  if (!session) return { kind: 'sign_in', outcome: 'refused', reason }
  return { kind: 'sign_in', outcome: 'allowed', reason, personId: session.personId }
}
