import { fullName } from '../../contract/full-name.ts'
import { locales } from '../../contract/locale.ts'
import type { Context } from '../../contract/operation.ts'
import { shownName } from '../account/appearance.ts'
import { listMembers } from '../member/store.ts'
import { enqueue, messageIdFor } from '../message/outbox.ts'
import { isRefused, openPermits } from '../message/permit.ts'
import { permitParts, refusalFailure, refusalOf } from '../message/refusal.ts'
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
  const parts = permitParts(context, now())
  const sendings = owners
    .slice(0, ownersTold)
    .map(({ email }) => ({ kind: 'notice', channel: 'email', to: email, profileId: profile.id }) as const)
  const permits = await openPermits(parts, sendings)
  for (const sending of sendings) {
    const permit = permits.ask(sending)
    // Refused rather than kept from an owner, who would do the wrong thing about half of it.
    if (isRefused(permit)) throw refusalFailure(refusalOf(permit, parts))
    const id = newId()
    await enqueue(sql, {
      accountId: account.id,
      id,
      profileId: profile.id,
      inviteId: null,
      messageId: messageIdFor(id, site.publicUrl),
      permit,
      message: { channel: 'email', to: permit.to, ...letter, fromName: 'Timbre', locale },
      now: now(),
      secretKey: site.secretKey,
    })
  }
  await permits.settle()
}
