import type { FastifyInstance, FastifyRequest } from 'fastify'
import { linkOperations } from '../../catalog.ts'
import { previewSize } from '../../charts/card-tone.ts'
import { reportPageTexts } from '../../content/report-page.ts'
import { shareCardTexts } from '../../content/share-card.ts'
import { Failure, notFound } from '../../contract/failure.ts'
import type { Locale } from '../../contract/locale.ts'
import type { ResourceOf } from '../../contract/operation.ts'
import { networkOf } from '../../contract/payer.ts'
import { parseShareCard } from '../../identity/taker.ts'
import { chosenLocale } from '../page/language.ts'
import { pageBasics, sendPage } from '../page/send-page.ts'
import { noteLink } from '../security-log.ts'
import { statusOf } from '../status.ts'
import type { CardContentView } from '../views/share-card-view.ts'
import type { WebSettings } from './settings.ts'

type CardRequest = FastifyRequest<{ Params: { token: string } }>

/**
 * `/card/{token}`: what a person shows of their results to anyone, and the picture for previews, if they chose one. All
 * cards that can't be shown get the same page.
 */
export function registerShareCard(web: FastifyInstance, settings: WebSettings): void {
  web.get<{ Params: { token: string } }>('/card/:token', async (request, reply) => {
    const found = await ifKnown(readCard(settings, request))
    const path = pathOf(request)
    if (!found) {
      noteLink(request, 'share_card')
      const basics = pageBasics(request)
      const { page: words } = shareCardTexts(basics.locale)
      return sendPage(
        reply,
        settings.pages.renderShareCardOver({ ...basics, words, path }),
        statusOf('missing'),
      )
    }
    const { locale, card, hasPicture } = found
    const url = settings.publicUrl + path
    const preview = { url, picture: `${url}/preview.png`, ...previewSize }
    const view = { ...pageBasics(request, locale), card: cardContentView(card, locale), path }
    return sendPage(reply, settings.pages.renderShareCard({ ...view, ...(hasPicture && { preview }) }))
  })

  web.get<{ Params: { token: string } }>('/card/:token/preview.png', async (request, reply) => {
    const png = await ifKnown(readPicture(settings, request))
    if (!png) {
      noteLink(request, 'share_card')
      throw notFound('There is nothing at this address.')
    }
    return reply
      .header('content-security-policy', "sandbox; default-src 'none'")
      .header('x-robots-tag', 'noindex, nofollow')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('content-type', 'image/png')
      .send(png)
  })
}

/** A card with the fixed texts of its language. */
export function cardContentView(
  card: ResourceOf<typeof linkOperations.readShareCard>['card'],
  locale: Locale,
): CardContentView {
  const { page } = reportPageTexts(locale)
  const { firstName, isAbout, ...shown } = card
  const content = {
    ...shown,
    ...(firstName !== undefined && { firstName }),
    words: shareCardTexts(locale).page,
  }
  if (isAbout) return content
  // A name is text: a brace in it is no slot.
  const addressed =
    firstName === undefined ? page.addressedNobody : page.addressed.replaceAll('{person}', () => firstName)
  return { ...content, addressed }
}

async function readCard({ gate, region }: WebSettings, request: CardRequest) {
  const guest = parseShareCard(request.params.token, region, networkOf(request.ip))
  if (!guest) return undefined
  const locale = chosenLocale(request)
  const input = locale ? { locale } : {}
  return (await gate(linkOperations.readShareCard, guest, input, { id: request.id })).resource
}

async function readPicture({ gate, region }: WebSettings, request: CardRequest): Promise<Buffer | undefined> {
  const guest = parseShareCard(request.params.token, region, networkOf(request.ip))
  if (!guest) return undefined
  return (await gate(linkOperations.readShareCardPicture, guest, {}, { id: request.id })).resource.png
}

/** Undefined if there is no such card. */
async function ifKnown<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found
  } catch (error) {
    if (error instanceof Failure && error.kind === 'missing') return undefined
    throw error
  }
}

function pathOf({ params }: CardRequest): string {
  return `/card/${encodeURIComponent(params.token)}`
}
