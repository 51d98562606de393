import type { FastifyInstance, FastifyRequest } from 'fastify'
import { forbidden, invalid } from '../../contract/failure.ts'
import { isStorableText } from '../../contract/input.ts'
import { searchParamsOf } from '../page/request-url.ts'
import { sendPage } from '../page/send-page.ts'
import type { ListMessages, WebSettings } from './settings.ts'

/** Where the messages of the demo land: a page for people and the same as JSON for scripts. */
export function registerMailbox(web: FastifyInstance, settings: WebSettings, list: ListMessages): void {
  web.get('/dev/mailbox', async (request, reply) => {
    refuseForeignHost(request, settings.publicUrl)
    const id = searchParamsOf(request).get('id')
    const to = recipientFilter(request)
    const messages = await list({ to })
    const selected = messages.find((message) => message.id === id)
    return sendPage(reply, settings.pages.renderMailbox({ messages, selected, to }))
  })
  web.get('/dev/mailbox.json', async (request) => {
    refuseForeignHost(request, settings.publicUrl)
    return list({ to: recipientFilter(request) })
  })
}

/**
 * The mailbox holds links that sign people in and has no sign-in of its own: being reachable from this machine
 * alone protects it. A site whose name is pointed at this machine (DNS rebinding) would get around that, and so
 * would a tunnel to the outside; both carry another name.
 */
function refuseForeignHost(request: FastifyRequest, publicUrl: string): void {
  const own = [new URL(publicUrl).hostname, 'localhost', '127.0.0.1', '[::1]']
  // The header itself: behind a trusted proxy the framework would take the word of X-Forwarded-Host for it.
  if (own.includes((request.headers.host ?? '').replace(/:\d*$/, '').toLowerCase())) return
  throw forbidden('The mailbox opens under the address of the service only.')
}

function recipientFilter(request: FastifyRequest): string | undefined {
  // A plus sign that nobody escaped arrives as a blank; neither addresses nor numbers contain one.
  const to = searchParamsOf(request).get('to')?.trimEnd().replaceAll(' ', '+')
  if (to === undefined || isStorableText(to)) return to
  throw invalid('to contains a character that is not valid text.', { param: 'to' })
}
