import { z } from 'zod'
import { callingGuest } from '../../contract/caller.ts'
import { notFound } from '../../contract/failure.ts'
import { locales } from '../../contract/locale.ts'
import { type Context, operation } from '../../contract/operation.ts'
import type { Visibility } from '../../contract/visibility.ts'
import type { Profile } from '../profile/model.ts'
import { findProfile } from '../profile/store.ts'
import { takerViewOf } from '../profile/taker-view.ts'
import { readCardContent } from './content.ts'
import { CardContent, mayShareCards } from './model.ts'
import { findCardByToken, findCardPicture, type SharedCard } from './store.ts'

/**
 * What anyone sees who has the address of a card: what its person chose, and nothing of the account. Works while the
 * account is paused, like the person's own page.
 */
export const readShareCard = operation({
  name: 'read_share_card',
  summary: 'Read the share card behind an address',
  access: 'guest',
  reveals: 'own',
  issues: 'nothing',
  effect: 'reads',
  evenPaused: true,
  // The language that the reader chose.
  input: z.strictObject({ locale: z.enum(locales).optional() }),
  output: z.strictObject({ locale: z.enum(locales), hasPicture: z.boolean(), card: CardContent }),
  async run(context, { locale: chosen }) {
    const { sql, account } = context
    const { card, profile } = await openCard(context)
    const { shows } = card
    const locale = chosen ?? card.locale
    const content = await readCardContent(sql, account.id, { profile, shows }, locale)
    if (!content) throw cardEnded()
    return { resource: { locale, hasPicture: shows.includes('picture'), card: content } }
  },
})

/** The picture for previews, drawn when the card was made, so that opening it often draws nothing. */
export const readShareCardPicture = operation({
  name: 'read_share_card_picture',
  summary: 'Read the preview picture of a share card',
  access: 'guest',
  reveals: 'own',
  issues: 'nothing',
  effect: 'reads',
  evenPaused: true,
  input: z.strictObject({}),
  output: z.strictObject({ png: z.instanceof(Buffer) }),
  async run(context) {
    const { sql, account, now } = context
    await openCard(context)
    const png = await findCardPicture(sql, account.id, hashOfAllowed(context), now())
    if (!png) throw cardEnded()
    return { resource: { png } }
  },
})

/** The caller's card, and its profile as the card may show it. Fails unless all results of the card may be shown. */
async function openCard(context: Context): Promise<{ card: SharedCard; profile: Profile }> {
  const { sql, account, now } = context
  const card = await findCardByToken(sql, account.id, hashOfAllowed(context), now())
  const found = card && (await findProfile(sql, account.id, card.profileId))
  if (!card || !found?.isCompleted) throw cardEnded()
  const { shownThrough: through, unconfirmed } = card
  const visibility: Visibility =
    through === null ? { through: '', fields: 'all' } : { through, fields: unconfirmed }
  const { profile, withheld } = await takerViewOf(sql, account.id, found, visibility)
  if (withheld.length > 0) throw cardEnded()
  return { card, profile }
}

/** The hash of the caller's token. Fails while the account lets nobody have cards. */
function hashOfAllowed(context: Context): Buffer {
  const { link, linkHash } = callingGuest(context)
  if (link !== 'card' || !mayShareCards(context.account)) throw cardEnded()
  return linkHash
}

/** The same for a card that was removed or never existed. */
function cardEnded() {
  return notFound("This card isn't available. Ask the person who shared it.")
}
