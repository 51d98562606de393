import { fullName } from '../../contract/full-name.ts'
import { locales } from '../../contract/locale.ts'
import type { Context } from '../../contract/operation.ts'
import { shownName } from '../account/appearance.ts'
import { listMembers } from '../member/store.ts'
import { enqueue, messageIdFor } from '../message/outbox.ts'
import type { Profile } from '../profile/model.ts'
import { type News, ownerLetter } from './letter.ts'

/** An account with more owners than this has its own way to pass things on. */
const ownersTold = 20

/**
 * Writes to the owners of the account, in its language, within the transaction of what they are told. The letters go
 * with the profile: whoever is deleted before they leave is named in none.
 */
export async function tellOwners(context: Context, profile: Profile, news: News): Promise<void> {
  const { sql, account, site, newId, now } = context
  const { locale: code, timezone = 'UTC' } = account.preferences
  const locale = locales.find((one) => one === code) ?? 'en'
  const letter = ownerLetter({
    news,
    locale,
    accountName: shownName(account),
    personName: fullName(profile) ?? '',
    link: `${site.publicUrl}/people/${profile.id}`,
    at: now(),
    timezone,
  })
  const members = await listMembers(sql, account.id)
  const owners = members.filter(({ role, acceptedAt }) => role === 'owner' && acceptedAt !== null)
  for (const { email } of owners.slice(0, ownersTold)) {
    const id = newId()
    await enqueue(sql, {
      accountId: account.id,
      id,
      profileId: profile.id,
      inviteId: null,
      messageId: messageIdFor(id, site.publicUrl),
      message: { channel: 'email', to: email, ...letter, fromName: 'Timbre', locale },
      now: now(),
      secretKey: site.secretKey,
    })
  }
}
