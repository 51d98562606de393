import { z } from 'zod'
import type { AuditChanges } from '../../contract/audit-fields.ts'
import { callingTaker } from '../../contract/caller.ts'
import { conflict, forbidden, notFound } from '../../contract/failure.ts'
import { locales } from '../../contract/locale.ts'
import { type Change, type Context, operation, type PrepareContext } from '../../contract/operation.ts'
import { pickDefined } from '../../contract/pick-defined.ts'
import { hashSecret, newAccountSecret } from '../../identity/secret.ts'
import { readLinkExpiry } from '../assessment/store.ts'
import type { Profile } from '../profile/model.ts'
import { findProfile, lockProfile } from '../profile/store.ts'
import { readTakerView } from '../profile/taker-view.ts'
import { readCardContent, readCardPicture } from './content.ts'
import {
  CardContent,
  type CardPart,
  CardParts,
  cardAddressOf,
  cardDays,
  cardParts,
  cardSealContext,
  mayShareCards,
} from './model.ts'
import { findOwnCard, insertCard, removeCard } from './store.ts'

const OwnCard = z.strictObject({ url: z.string(), shows: CardParts, expiresAt: z.string() })

/**
 * The person's card, what they could add to one, and a preview of one that shows these parts. `isOffered`: whether they
 * may make one. One that exists while they may not is shown, so that they can remove it.
 */
export const readOwnShareCard = operation({
  name: 'read_own_share_card',
  summary: 'Read the share card of the person who opened the link, or a preview of one',
  access: 'taker',
  reveals: 'own',
  issues: 'nothing',
  effect: 'reads',
  evenPaused: true,
  input: z.strictObject({ preview: CardParts.optional(), locale: z.enum(locales) }),
  output: z.strictObject({
    isOffered: z.boolean(),
    /** When a card that is made now would end. */
    endsAt: z.string(),
    available: CardParts,
    /** What the parts that are texts would say. */
    says: CardContent.pick({ style: true, takeaways: true, values: true }),
    card: OwnCard.nullable(),
    preview: CardContent.nullable(),
  }),
  async run(context, { preview, locale }) {
    const { sql, account, installation, now } = context
    const { profile, withheld } = await readTakerView(context)
    // A session that may not show the results doesn't get the address of a card that shows them.
    const card =
      withheld.length === 0
        ? await findOwnCard(sql, { accountId: account.id, profileId: profile.id }, now())
        : undefined
    const isOffered = profile.isCompleted && withheld.length === 0 && mayShareCards(account)
    const contentOf = (shows: readonly CardPart[]) =>
      readCardContent(sql, account.id, { profile, shows }, locale)
    const whole = isOffered ? await contentOf([...cardParts]) : undefined
    // The parts say the same as in the preview, which is about the person if it has the name.
    const isNamed = preview?.includes('name') ?? false
    const said = isOffered
      ? await contentOf(cardParts.filter((part) => part !== 'name' || isNamed))
      : undefined
    return {
      resource: {
        isOffered,
        endsAt: (await endOf(context, now())).toISOString(),
        available: whole ? partsIn(whole) : [],
        says: pickDefined({ style: said?.style, takeaways: said?.takeaways, values: said?.values }),
        card: card
          ? {
              url: cardAddressOf(installation, tokenOf(context, card)),
              shows: card.shows,
              expiresAt: card.expiresAt,
            }
          : null,
        preview: preview && isOffered ? ((await contentOf(preview)) ?? null) : null,
      },
    }
  },
})

/** Makes the person's card. There is one at a time: another one replaces it, and has another address. */
export const makeOwnShareCard = operation({
  name: 'make_own_share_card',
  summary: 'Make a share card of the results of the person who opened the link',
  access: 'taker',
  reveals: 'own',
  issues: 'reportLink',
  effect: 'replaces',
  emits: [],
  refuses: ['missing', 'forbidden', 'conflict', 'unavailable'],
  input: z.strictObject({ shows: CardParts, locale: z.enum(locales) }),
  output: OwnCard,
  /** Draws the picture, so that no transaction waits for it. */
  async prepare({ shows, locale }, preparation) {
    if (!shows.includes('picture')) return { shows, locale, picture: null, attempt: null }
    return { shows, locale, ...(await drawPicture(preparation)) }
  },
  async run(context, { shows: named, locale, picture, attempt }) {
    const { sql, account, installation, now, newId } = context
    const profile = await requireOffered(context, lockProfile)
    if (attempt !== null && attempt !== profile.attempt)
      throw conflict('Your results have changed. Look at your results, then make the card.')
    const content = await readCardContent(sql, account.id, { profile, shows: named }, locale)
    if (!content) throw incomplete()
    const available = partsIn(content)
    const shows = named.filter((part) => (part === 'picture' ? picture !== null : available.includes(part)))
    const key = { accountId: account.id, profileId: profile.id }
    const removed = await removeCard(sql, key)
    const id = newId()
    const token = newAccountSecret('tmb_card_', account.id)
    const at = now()
    const expiresAt = await endOf(context, at)
    await insertCard(sql, {
      ...key,
      id,
      attempt: profile.attempt,
      tokenHash: hashSecret(token),
      tokenSealed: installation.secretKey.seal(token, cardSealContext(account.id, id)),
      shows,
      picture: picture === null ? null : Buffer.from(picture, 'base64'),
      shownThrough: limitedThrough(context),
      locale,
      now: at,
      expiresAt,
    })
    const made = changeOf(profile.id, id, { shows })
    return {
      resource: { url: cardAddressOf(installation, token), shows, expiresAt: expiresAt.toISOString() },
      changes: removed ? [removalOf(profile.id, removed), made] : [made],
    }
  },
})

/** Removes the person's card; no error if there is none. A session that may not show the results can't. */
export const removeOwnShareCard = operation({
  name: 'remove_own_share_card',
  summary: 'Remove the share card of the person who opened the link',
  access: 'taker',
  reveals: 'own',
  issues: 'nothing',
  effect: 'replaces',
  emits: [],
  evenPaused: true,
  refuses: ['missing'],
  input: z.strictObject({}),
  output: z.null(),
  async run(context) {
    const { profile, withheld } = await readTakerView(context, lockProfile)
    if (withheld.length > 0) throw incomplete()
    const profileId = profile.id
    const removed = await removeCard(context.sql, { accountId: context.account.id, profileId })
    return { resource: null, changes: removed ? [removalOf(profileId, removed)] : [] }
  },
})

async function drawPicture(
  preparation: PrepareContext,
): Promise<{ picture: string | null; attempt: number }> {
  const { account, transact, drawPicture: draw } = preparation
  const read = await transact(async (sql) => {
    const profile = await requireOffered({ ...preparation, sql })
    return { svg: await readCardPicture(sql, account.id, profile), attempt: profile.attempt }
  })
  const picture = read.svg === undefined ? null : (await draw(read.svg)).toString('base64')
  return { picture, attempt: read.attempt }
}

/** The profile of a person who may make a card of complete results that their link shows. */
async function requireOffered(
  context: Pick<Context, 'sql' | 'account' | 'caller'>,
  find: typeof findProfile = findProfile,
): Promise<Profile> {
  const { profile, withheld } = await readTakerView(context, find)
  if (!profile.isCompleted || withheld.length > 0) throw incomplete()
  if (mayShareCards(context.account)) return profile
  throw forbidden("The account doesn't offer share cards.")
}

/** What can be added to the card of these results. */
function partsIn({ firstName, style, takeaways, values, tone }: CardContent): CardPart[] {
  const has = {
    name: firstName !== undefined,
    style: style !== undefined,
    takeaways: (takeaways?.length ?? 0) > 0,
    values: values !== undefined,
    picture: tone !== undefined,
  }
  return cardParts.filter((part) => has[part])
}

/**
 * When a card that is made now ends. Someone who started from a public link without an address can't come back after
 * their session, so their card ends with it: otherwise they could never remove it.
 */
async function endOf(context: Context, now: Date): Promise<Date> {
  const { sql, account } = context
  const { channel, inviteId } = callingTaker(context)
  const sessionEnd = channel === 'link' && (await readLinkExpiry(sql, account.id, inviteId))
  return sessionEnd ? new Date(sessionEnd) : new Date(now.getTime() + cardDays * 86_400_000)
}

function tokenOf(
  { account, installation }: Context,
  { id, tokenSealed }: { id: string; tokenSealed: Buffer },
): string {
  return installation.secretKey.unseal(tokenSealed, cardSealContext(account.id, id)).toString('utf8')
}

/** The address through which a limited link was sent; null for a link that shows everything. */
function limitedThrough(context: Context): string | null {
  const { visibility } = callingTaker(context)
  return visibility.fields === 'all' ? null : visibility.through
}

function incomplete() {
  return notFound("Your results aren't complete yet. Finish the assessments first.")
}

function changeOf(profileId: string, shareCardId: string, changes: AuditChanges = {}): Change {
  return { target: { type: 'profile', id: profileId }, changes: { shareCardId, ...changes } }
}

function removalOf(profileId: string, shareCardId: string): Change {
  return { action: 'remove_own_share_card', ...changeOf(profileId, shareCardId) }
}
