import type { FastifyReply } from 'fastify'
import type { Clock } from '../../contract/ports.ts'
import { saveFormDraft } from './form-draft.ts'

/** Fields that aren't kept, because they are valid for one session or one rendering of the page. */
const droppedFields = ['proof', 'form', 'newest']

/** Redirects to sign-in, which returns to `path` with what was typed. */
export function reauthenticate(
  reply: FastifyReply,
  { authUrl, mountPath, clock }: { authUrl: string; mountPath: string; clock: Clock },
  sent: { page: 'clients' | 'members'; path: string; email: string; form: URLSearchParams },
): FastifyReply {
  const kept = [...sent.form].filter(([name]) => !droppedFields.includes(name))
  const fields = new URLSearchParams(kept).toString()
  saveFormDraft(reply, authUrl, { email: sent.email, path: sent.path, fields }, clock())
  return reply.redirect(`${mountPath}/sign-in?continue=${sent.page}&again=1`, 303)
}
