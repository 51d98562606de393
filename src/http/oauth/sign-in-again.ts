import type { FastifyReply } from 'fastify'
import type { Clock } from '../../contract/ports.ts'
import { keepDraft } from './draft.ts'

/** What isn't kept of a form: it holds for one session or one showing of the page. */
const dropped = ['proof', 'form', 'newest']

/** Leads to sign-in, which leads back to `path` with what was typed. */
export function signInAgain(
  reply: FastifyReply,
  { authUrl, mountPath, clock }: { authUrl: string; mountPath: string; clock: Clock },
  sent: { page: 'clients' | 'members'; path: string; email: string; form: URLSearchParams },
): FastifyReply {
  const kept = [...sent.form].filter(([name]) => !dropped.includes(name))
  const fields = new URLSearchParams(kept).toString()
  keepDraft(reply, authUrl, { email: sent.email, path: sent.path, fields }, clock())
  return reply.redirect(`${mountPath}/sign-in?continue=${sent.page}&again=1`, 303)
}
