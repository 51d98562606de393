import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieRules, readCookie } from '../page/cookie.ts'

/**
 * A form that requires a new sign-in, kept in a cookie of the browser that sent it: the page to return to and what was
 * typed. Nothing is submitted automatically; the person has to send the form again.
 */
export type FormDraft = {
  /** Who sent the form. Anyone else who signs in in this browser doesn't see it. */
  email: string
  /** Path and query below the mount path. */
  path: string
  /** The fields, form-encoded. */
  fields: string
}

/** Keeps a form for as long as signing in may take. One that is too long for a cookie is dropped, with any earlier one. */
export function saveFormDraft(reply: FastifyReply, authUrl: string, draft: FormDraft, now: Date): void {
  const value = Buffer.from(JSON.stringify(draft)).toString('base64url')
  const cookie =
    value.length > maxCharacters
      ? draftCookie(authUrl, '', new Date(0))
      : draftCookie(authUrl, value, new Date(now.getTime() + draftMinutes * 60_000))
  reply.header('set-cookie', cookie)
}

export function readFormDraft(request: FastifyRequest, authUrl: string): FormDraft | undefined {
  const text = readCookie(request, nameOf(authUrl)) ?? ''
  try {
    const { email, path, fields } = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    const isDraft = [email, path, fields].every((one) => typeof one === 'string') && allowedPaths.test(path)
    return isDraft ? { email, path, fields } : undefined
  } catch {
    return undefined
  }
}

/** Reads this person's draft for a page and clears the cookie. Undefined if there is none. */
export function takeFormDraft(
  request: FastifyRequest,
  reply: FastifyReply,
  authUrl: string,
  { email, path }: { email: string; path: string },
): URLSearchParams | undefined {
  const draft = readFormDraft(request, authUrl)
  if (!draft || draft.path.split('?')[0] !== path) return undefined
  reply.header('set-cookie', draftCookie(authUrl, '', new Date(0)))
  return draft.email === email ? new URLSearchParams(draft.fields) : undefined
}

const allowedPaths = /^\/(?:clients|members)(?:\/\w+)?(?:\?[\w=&-]*)?$/
const draftMinutes = 15
const maxCharacters = 3_000

function draftCookie(authUrl: string, value: string, expiresAt: Date): string {
  const { attributes } = cookieRules(authUrl)
  return `${nameOf(authUrl)}=${value}; Path=/${attributes}; Expires=${expiresAt.toUTCString()}`
}

function nameOf(authUrl: string): string {
  return cookieRules(authUrl).secure ? '__Host-draft' : 'draft'
}
