import { fullName } from '../../contract/full-name.ts'
import { locales } from '../../contract/locale.ts'
import type { Context } from '../../contract/operation.ts'
import { isPermitRefused, openPermitBatch } from '../message/permit.ts'
import { permitPartsOf, toMessageRefusal, toRefusalFailure } from '../message/refusal.ts'
import { listNoticeMembers, notifiedOwnersOf } from '../notice/store.ts'
import { enqueue, messageIdFor } from '../outbox/enqueue.ts'
import type { Profile } from '../profile/model.ts'
import { type RightsNoticeKind, renderRightsNoticeEmail } from './rights-notice-email.ts'

/**
 * Emails the owners of the account, in its language, in the transaction of the change. The emails are deleted with the
 * profile: if the person is deleted before they are sent, no email mentions them.
 */
export async function notifyOwnersOfPerson(
  context: Context,
  profile: Profile,
  kind: RightsNoticeKind,
): Promise<void> {
  const { sql, account, installation, newId, now } = context
  const { locale: code, timezone = 'UTC' } = account.preferences
  const locale = locales.find((one) => one === code) ?? 'en'
  const content = renderRightsNoticeEmail({
    kind,
    locale,
    accountName: account.name,
    personName: fullName(profile) ?? '',
    link: `${installation.publicUrl}/people/${profile.id}`,
    at: now(),
    timezone,
  })
  const members = await listNoticeMembers(sql, account.id)
  const parts = permitPartsOf(context, now())
  const sendings = notifiedOwnersOf(members).map(
    ({ email }) => ({ kind: 'notice', channel: 'email', to: email, profileId: profile.id }) as const,
  )
  const permits = await openPermitBatch(parts, sendings)
  for (const sending of sendings) {
    const permit = permits.request(sending)
    // Refuses the change rather than withholding the notice: an owner who gets only half of them would do the wrong
    // thing.
    if (isPermitRefused(permit)) throw toRefusalFailure(toMessageRefusal(permit, parts))
    const id = newId()
    await enqueue(sql, {
      accountId: account.id,
      id,
      profileId: profile.id,
      inviteId: null,
      messageId: messageIdFor(id, installation.publicUrl),
      permit,
      message: { channel: 'email', to: permit.to, ...content, fromName: 'Timbre', locale },
      now: now(),
      secretKey: installation.secretKey,
    })
  }
  await permits.commit()
}
