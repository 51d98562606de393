import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readCookie } from './cookie.ts'
import { searchParamsOf } from './request-url.ts'

type Theme = 'light' | 'dark'

/** The theme that was chosen in this browser, which the dashboard's script reads and writes too. By default it follows the system. */
export function chosenTheme(request: FastifyRequest): Theme | undefined {
  const asked = askedTheme(request)
  return asked === 'system' ? undefined : (asked ?? findTheme(readCookie(request, cookieName)))
}

/** Keeps a choice made in the URL, which the next page doesn't have. */
export function rememberTheme(pages: FastifyInstance, publicUrl: string): void {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  pages.addHook('onSend', async (request, reply, payload) => {
    const asked = askedTheme(request)
    if (asked && /^text\/html\b/.test(String(reply.getHeader('content-type') ?? ''))) {
      const age = asked === 'system' ? 0 : yearSeconds
      reply.header('set-cookie', `${cookieName}=${asked}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`)
    }
    return payload
  })
}

const cookieName = 'theme'
const yearSeconds = 31_536_000

function askedTheme(request: FastifyRequest): Theme | 'system' | undefined {
  const asked = searchParamsOf(request).get('theme')
  return asked === 'system' ? asked : findTheme(asked)
}

function findTheme(name: string | null | undefined): Theme | undefined {
  return name === 'light' || name === 'dark' ? name : undefined
}
