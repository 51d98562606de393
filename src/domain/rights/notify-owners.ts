import { fullName } from '../../contract/full-name.ts'
import { locales } from '../../contract/locale.ts'
import type { Context } from '../../contract/operation.ts'
import { accountDisplayName } from '../account/appearance.ts'
import { isPermitRefused, openPermitBatch } from '../message/permit.ts'
import { permitPartsOf, toMessageRefusal, toRefusalFailure } from '../message/refusal.ts'
import { listNoticeMembers } from '../notice/store.ts'
import { enqueue, messageIdFor } from '../outbox/enqueue.ts'
import type { Profile } from '../profile/model.ts'
import { type RightsNoticeKind, renderRightsNoticeEmail } from './rights-notice-email.ts'

/** An account with more owners than this has its own way to pass things on. */
const maxOwners = 20

/**
 * Writes to the owners of the account, in its language, within the transaction of what they are told. The letters go
 * with the profile: whoever is deleted before they leave is named in none.
 */
export async function notifyOwnersOfPerson(
  context: Context,
  profile: Profile,
  kind: RightsNoticeKind,
): Promise<void> {
  const { sql, account, site, newId, now } = context
  const { locale: code, timezone = 'UTC' } = account.preferences
  const locale = locales.find((one) => one === code) ?? 'en'
  const content = renderRightsNoticeEmail({
    kind,
    locale,
    accountName: accountDisplayName(account),
    personName: fullName(profile) ?? '',
    link: `${site.publicUrl}/people/${profile.id}`,
    at: now(),
    timezone,
  })
  const members = await listNoticeMembers(sql, account.id)
  const owners = members.filter(({ role, acceptedAt }) => role === 'owner' && acceptedAt !== null)
  const parts = permitPartsOf(context, now())
  const sendings = owners
    .slice(0, maxOwners)
    .map(({ email }) => ({ kind: 'notice', channel: 'email', to: email, profileId: profile.id }) as const)
  const permits = await openPermitBatch(parts, sendings)
  for (const sending of sendings) {
    const permit = permits.request(sending)
    // Refused rather than kept from an owner, who would do the wrong thing about half of it.
    if (isPermitRefused(permit)) throw toRefusalFailure(toMessageRefusal(permit, parts))
    const id = newId()
    await enqueue(sql, {
      accountId: account.id,
      id,
      profileId: profile.id,
      inviteId: null,
      messageId: messageIdFor(id, site.publicUrl),
      permit,
      message: { channel: 'email', to: permit.to, ...content, fromName: 'Timbre', locale },
      now: now(),
      secretKey: site.secretKey,
    })
  }
  await permits.commit()
}
