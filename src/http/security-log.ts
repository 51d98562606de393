import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Failure } from '../contract/failure.ts'
import type { LinkReason, RecordSecurityEvent, SecurityEvent } from '../contract/security-event.ts'
import { failureFromError } from './failure-from-error.ts'

declare module 'fastify' {
  interface FastifyInstance {
    recordSecurity?: RecordSecurityEvent
  }
}

/** Records every refusal that tells of an attack, wherever it is thrown; what is no failure is noted where it happens. */
export function registerSecurityLog(app: FastifyInstance, record: RecordSecurityEvent): void {
  app.decorate('recordSecurity', record)
  app.addHook('onError', async (request, _reply, error) => noteRefusal(request, error))
}

/** Records a refusal where it tells of an attack; for refusals that are answered without being thrown to the server. */
export function noteRefusal(request: FastifyRequest, error: Error): void {
  const event = eventOf(failureFromError(error), request.caller !== undefined)
  if (event) recordSecurityEvent(request, event)
}

/** Records that a link is unknown, or shows nothing anymore. */
export function noteLink(request: FastifyRequest, reason: LinkReason): void {
  recordSecurityEvent(request, { kind: 'link_refused', outcome: 'refused', reason })
}

/** Records one event of a request, with its caller where there is one. */
export function recordSecurityEvent(request: FastifyRequest, event: SecurityEvent): void {
  const { caller } = request
  request.server.recordSecurity?.(
    {
      ...(caller ? { accountId: caller.accountId } : {}),
      ...(caller && 'clientId' in caller ? { clientId: caller.clientId } : {}),
      ...(caller && 'memberId' in caller ? { memberId: caller.memberId } : {}),
      ...event,
    },
    { address: request.ip, requestId: request.id, route: request.routeOptions.url ?? 'unknown' },
  )
}

/** Undefined for refusals that happen to everybody, such as a request without a token. */
function eventOf({ kind, code, limit }: Failure, hasCaller: boolean): SecurityEvent | undefined {
  const refused = { outcome: 'refused', ...(code ? { reason: code } : {}) } as const
  if (kind === 'unauthenticated') {
    if (code === 'token_missing' || code === undefined) return undefined
    // A token that was verified and is refused all the same: its client, grant or member has ended.
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
