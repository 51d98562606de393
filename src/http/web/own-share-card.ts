import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { linkOperations } from '../../catalog.ts'
import { shareCardTexts } from '../../content/share-card.ts'
import type { TakerCaller } from '../../contract/caller.ts'
import type { Locale } from '../../contract/locale.ts'
import { pickDefined } from '../../contract/pick-defined.ts'
import { readForm } from '../page/form.ts'
import { refuseCrossOrigin } from '../page/origin.ts'
import { searchParamsOf } from '../page/request-url.ts'
import { pageBasics, sendPage } from '../page/send-page.ts'
import type { CardContentView, CardPartView, ShareCardOfferView } from '../views/share-card-view.ts'
import type { OwnReport } from './own-report-link.ts'
import type { WebSettings } from './settings.ts'
import { cardContentView } from './share-card.ts'
import { takerOf } from './taking.ts'

type CardTexts = Pick<CardContentView, 'style' | 'takeaways' | 'values'>

const [cardUrl, removeUrl, backUrl] = ['/take/results/card', '/take/results/card/remove', '/take/results']

/**
 * The page on which people choose what their card shows, see it, and make or remove it. Without a script: the choice is
 * a GET form, so that a preview changes nothing.
 */
export function registerOwnShareCard(
  web: FastifyInstance,
  settings: WebSettings,
  readOwn: (taker: TakerCaller, request: FastifyRequest) => Promise<OwnReport>,
): void {
  web.get(cardUrl, async (request, reply) => {
    const taker = await takerOf(settings, request)
    const own = await readOwn(taker, request)
    return sendOwnCard(settings, { taker, own }, request, reply)
  })

  web.post(cardUrl, async (request, reply) => {
    refuseCrossOrigin(request, settings.publicUrl)
    const taker = await takerOf(settings, request)
    const { profile } = await readOwn(taker, request)
    const { locale } = pageBasics(request, profile.locale)
    const shows = readForm(request).getAll('show')
    await settings.gate(linkOperations.makeOwnShareCard, taker, { shows, locale }, { id: request.id })
    return reply.redirect(cardUrl, 303)
  })

  web.post(removeUrl, async (request, reply) => {
    refuseCrossOrigin(request, settings.publicUrl)
    const taker = await takerOf(settings, request)
    await settings.gate(linkOperations.removeOwnShareCard, taker, {}, { id: request.id })
    return reply.redirect(cardUrl, 303)
  })

  // Changing the language after a failed form loads this URL.
  web.get(removeUrl, async (_request, reply) => reply.redirect(cardUrl, 303))
}

async function sendOwnCard(
  settings: WebSettings,
  { taker, own }: { taker: TakerCaller; own: OwnReport },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { accountName, appearance, timezone: timeZone, profile } = own
  const basics = pageBasics(request, profile.locale)
  const { locale } = basics
  const search = searchParamsOf(request)
  const chosen = search.getAll('show')
  const input = { locale, ...(search.has('preview') && { preview: chosen }) }
  const { resource } = await settings.gate(linkOperations.readOwnShareCard, taker, input, { id: request.id })
  const { isOffered, available, says, card, preview, endsAt } = resource
  if (!isOffered && !card) return reply.redirect(backUrl, 303)
  const page = settings.pages.renderOwnShareCard({
    ...basics,
    accountName,
    appearance,
    words: shareCardTexts(locale).choose,
    parts: available.map((name) => ({ name, isChosen: chosen.includes(name), says: textsOf(name, says) })),
    isOffered,
    endsAt,
    path: pathOf(chosen, search.has('preview')),
    action: cardUrl,
    removeUrl,
    backUrl,
    ...pickDefined({
      timeZone: timeZone || undefined,
      firstName: profile.firstName || undefined,
      card: card ?? undefined,
      preview: preview ? cardContentView(preview, locale) : undefined,
    }),
  })
  return sendPage(reply, page)
}

function textsOf(part: CardPartView, { style, takeaways, values }: CardTexts): readonly string[] {
  if (part === 'style') return style === undefined ? [] : [style]
  if (part === 'values') return values ? [values.join(' · ')] : []
  return part === 'takeaways' ? (takeaways ?? []) : []
}

/** The offer on the results page: undefined if the person has no card and can't make one. */
export async function shareCardOffer(
  settings: WebSettings,
  taker: TakerCaller,
  requestId: string,
  locale: Locale,
): Promise<ShareCardOfferView | undefined> {
  const { resource } = await settings.gate(
    linkOperations.readOwnShareCard,
    taker,
    { locale },
    { id: requestId },
  )
  const { isOffered, card } = resource
  if (!isOffered && !card) return undefined
  return { words: shareCardTexts(locale).own, url: cardUrl, ...(card && { until: card.expiresAt }) }
}

/** Only known names are repeated in the page. */
function pathOf(chosen: readonly string[], isPreview: boolean): string {
  const query = new URLSearchParams(
    chosen.filter((name) => /^[a-z]{1,20}$/.test(name)).map((name) => ['show', name]),
  )
  if (isPreview) query.set('preview', '1')
  return query.size > 0 ? `${cardUrl}?${query}` : cardUrl
}
