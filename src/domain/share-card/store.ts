import type { Locale } from '../../contract/locale.ts'
import type { Sql } from '../../contract/ports.ts'
import type { CardPart } from './model.ts'

type Key = { accountId: string; profileId: string }

type NewCard = Key & {
  id: string
  attempt: number
  tokenHash: Buffer
  tokenSealed: Buffer
  shows: readonly CardPart[]
  picture: Buffer | null
  shownThrough: string | null
  locale: Locale
  now: Date
  expiresAt: Date
}

export async function insertCard(sql: Sql, card: NewCard): Promise<void> {
  await sql.run(
    `insert into share_card (account_id, id, profile_id, attempt, token_hash, token_sealed, shows, picture,
        shown_through, locale, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      card.accountId,
      card.id,
      card.profileId,
      card.attempt,
      card.tokenHash,
      card.tokenSealed,
      card.shows,
      card.picture,
      card.shownThrough,
      card.locale,
      card.now,
      card.expiresAt,
    ],
  )
}

/** A card is about the results it was made of, so it ends with a retake. */
const liveFrom = (now: string) =>
  `from share_card card join profile
     on profile.account_id = card.account_id and profile.id = card.profile_id and profile.attempt = card.attempt
   where card.account_id = $1 and card.expires_at > ${now}`

/** The person's own card. */
export async function findOwnCard(
  sql: Sql,
  { accountId, profileId }: Key,
  now: Date,
): Promise<{ id: string; tokenSealed: Buffer; shows: CardPart[]; expiresAt: string } | undefined> {
  return sql.row(
    `select card.id, token_sealed as "tokenSealed", shows, expires_at as "expiresAt"
       ${liveFrom('$3')} and card.profile_id = $2`,
    [accountId, profileId, now],
  )
}

export type SharedCard = {
  profileId: string
  shows: CardPart[]
  locale: Locale
  shownThrough: string | null
  unconfirmed: string[]
}

export async function findCardByToken(
  sql: Sql,
  accountId: string,
  tokenHash: Buffer,
  now: Date,
): Promise<SharedCard | undefined> {
  return sql.row(
    `select card.profile_id as "profileId", shows, card.locale, shown_through as "shownThrough", profile.unconfirmed
       ${liveFrom('$3')} and token_hash = $2`,
    [accountId, tokenHash, now],
  )
}

/** The PNG of the card with this token. */
export async function findCardPicture(
  sql: Sql,
  accountId: string,
  tokenHash: Buffer,
  now: Date,
): Promise<Buffer | undefined> {
  const row = await sql.row<{ picture: Buffer | null }>(
    `select picture ${liveFrom('$3')} and token_hash = $2`,
    [accountId, tokenHash, now],
  )
  return row?.picture ?? undefined
}

/** Removes the person's card, also one that has ended. Returns its id. */
export async function removeCard(sql: Sql, { accountId, profileId }: Key): Promise<string | undefined> {
  const row = await sql.row<{ id: string }>(
    'delete from share_card where account_id = $1 and profile_id = $2 returning id',
    [accountId, profileId],
  )
  return row?.id
}

/** Removes up to about this many cards that ended before this time. Only a system transaction sees them all. */
export async function removeEndedCards(sql: Sql, before: Date, limit: number): Promise<number> {
  return sql.run(
    `delete from share_card where expires_at <= (
       select max(expires_at) from (
         select expires_at from share_card where expires_at <= $1 order by expires_at limit $2) as oldest)`,
    [before, limit],
  )
}
