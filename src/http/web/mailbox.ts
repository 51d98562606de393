import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalid } from '../../contract/failure.ts'
import { isStorableText } from '../../contract/input.ts'
import { searchParamsOf } from '../page/request-url.ts'
import { sendPage } from '../page/send-page.ts'
import { refuseForeignHost } from './demo-host.ts'
import type { ListMessages, WebSettings } from './settings.ts'

/** The demo's sent messages, which contain sign-in links: a page for people, and JSON for scripts. */
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

function recipientFilter(request: FastifyRequest): string | undefined {
  // An unescaped plus sign arrives as a space. Neither addresses nor phone numbers contain spaces.
  const to = searchParamsOf(request).get('to')?.trimEnd().replaceAll(' ', '+')
  if (to === undefined || isStorableText(to)) return to
  throw invalid('to contains a character that is not valid text.', { param: 'to' })
}
