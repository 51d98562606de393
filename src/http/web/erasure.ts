import type { FastifyInstance } from 'fastify'
import type { AppearanceView } from '../../../web/pages/appearance.ts'
import { linkOperations } from '../../catalog.ts'
import type { TakerCaller } from '../../contract/caller.ts'
import { readForm } from '../page/form.ts'
import { refuseCrossOrigin } from '../page/origin.ts'
import { pageBasics, sendPage } from '../page/send-page.ts'
import type { WebSettings } from './settings.ts'
import { takerOf } from './taking.ts'

/** What the operation `read_erasure` tells. */
type ErasureState = {
  accountName: string
  appearance: AppearanceView
  locale: string | null
  requestedAt: string | null
}

/** The page on which somebody who is signed in asks to be deleted, sees that they have, and takes it back. */
export function registerErasure(web: FastifyInstance, settings: WebSettings): void {
  web.get('/take/erasure', async (request, reply) => {
    const taker = await takerOf(settings, request)
    const { resource } = await settings.gate(linkOperations.readErasure, taker, {}, { id: request.id })
    const { accountName, appearance, locale, requestedAt } = resource as ErasureState
    const page = settings.pages.renderErasure({
      ...pageBasics(request, locale),
      ...{ accountName, appearance },
      ...(requestedAt ? { requestedAt } : {}),
      ...{ action: '/take/erasure', path: '/take/erasure' },
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

/** Asks, or takes back, whichever button was pressed; what stands already stays. */
export async function changeErasure(
  { gate }: WebSettings,
  taker: TakerCaller,
  form: URLSearchParams,
  requestId: string,
): Promise<void> {
  const wanted =
    form.get('erasure') === 'back' ? linkOperations.withdrawErasure : linkOperations.requestErasure
  await gate(wanted, taker, {}, { id: requestId })
}
