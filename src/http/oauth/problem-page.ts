import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FailureKind } from '../../contract/error-definition.ts'
import { failureFromError } from '../failure-from-error.ts'
import { ownPathOf } from '../page/request-url.ts'
import { pageBasics, sendPage } from '../page/send-page.ts'
import { statusOf } from '../status.ts'
import type { ProblemView } from '../views/problem-view.ts'
import type { OAuthSettings } from './settings.ts'

/** The error page of the authorization server. Never a redirect. */
export function sendProblemPage(
  settings: Pick<OAuthSettings, 'pages' | 'logError'>,
  request: FastifyRequest,
  reply: FastifyReply,
  error: Error,
): FastifyReply {
  const failure = failureFromError(error)
  const reference = String(request.id)
  if (failure.kind === 'unexpected') settings.logError({ reqId: reference, err: error }, 'unexpected error')
  if (failure.retryAfterSeconds) reply.header('retry-after', String(failure.retryAfterSeconds))
  const kind = failure.code === 'form_unproven' ? 'oldForm' : (problems[failure.kind] ?? 'badRequest')
  const details = { path: ownPathOf(request), kind, reference }
  const page = settings.pages.renderProblem({ ...pageBasics(request), ...details })
  return sendPage(reply, page, statusOf(failure.kind))
}

const problems: Partial<Record<FailureKind, ProblemView['kind']>> = {
  unexpected: 'unexpected',
  unavailable: 'unavailable',
  missing: 'notFound',
  limited: 'tooMany',
  paused: 'paused',
  forbidden: 'notAllowed',
}
