import type { FastifyInstance } from 'fastify'
import { linkOperations } from '../../catalog.ts'
import type { TakerCaller } from '../../contract/caller.ts'
import { readForm } from '../page/form.ts'
import { refuseCrossOrigin } from '../page/origin.ts'
import { pageBasics, sendPage } from '../page/send-page.ts'
import type { WebSettings } from './settings.ts'
import { takerOf } from './taking.ts'

/** The page where signed-in people request their deletion, see the request, and withdraw it. */
export function registerErasure(web: FastifyInstance, settings: WebSettings): void {
  web.get('/take/erasure', async (request, reply) => {
    const taker = await takerOf(settings, request)
    const { resource } = await settings.gate(linkOperations.readErasure, taker, {}, { id: request.id })
    const { accountName, appearance, locale, requestedAt } = resource
    const page = settings.pages.renderErasure({
      ...pageBasics(request, locale),
      accountName,
      appearance,
      ...(requestedAt ? { requestedAt } : {}),
      action: '/take/erasure',
      path: '/take/erasure',
      ...(taker.purpose === 'taking' ? { backUrl: '/take' } : {}),
      downloadUrl: '/take/results.json',
    })
    return sendPage(reply, page)
  })

  web.post('/take/erasure', async (request, reply) => {
    refuseCrossOrigin(request, settings.publicUrl)
    const taker = await takerOf(settings, request)
    await changeErasure(settings, taker, readForm(request), request.id)
    return reply.redirect('/take/erasure', 303)
  })
}

/** Requests or withdraws the deletion, depending on the button. Doing either twice changes nothing. */
export async function changeErasure(
  { gate }: WebSettings,
  taker: TakerCaller,
  form: URLSearchParams,
  requestId: string,
): Promise<void> {
  const operation =
    form.get('erasure') === 'back' ? linkOperations.withdrawErasure : linkOperations.requestErasure
  await gate(operation, taker, {}, { id: requestId })
}
