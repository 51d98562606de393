import { locales } from '../../contract/locale.ts'
import type { Context } from '../../contract/operation.ts'
import type { OutgoingMessage } from '../../contract/ports.ts'
import { emailSenderName } from '../account/appearance.ts'
import { isPermitRefused, requestPermit } from '../message/permit.ts'
import { permitPartsOf, toMessageRefusal, toRefusalFailure } from '../message/refusal.ts'
import { enqueue, messageIdFor } from '../outbox/enqueue.ts'
import type { FormerAddress } from '../profile/change-store.ts'
import type { Profile } from '../profile/model.ts'
import { renderAddressChangeNotice } from './address-change-notice.ts'

/**
 * Notifies addresses that were removed from a profile, but only those whose invite link was valid until now. That
 * allows one notice per invite and a few per day, so no one can flood a stranger by setting and replacing their
 * address.
 *
 * Fails as `limited` if the notice can't be sent: otherwise someone could use up the messages of the day and then change
 * the address without notice to its owner.
 */
export async function notifyFormerAddresses(
  context: Context,
  profile: Profile,
  former: readonly FormerAddress[],
): Promise<void> {
  const { sql, account, installation, newId } = context
  const now = context.now()
  const { locale: code, timezone = 'UTC' } = account.preferences
  const locale = locales.find((supported) => supported === (profile.locale ?? code)) ?? 'en'
  const accountName = account.name
  for (const { channel, recipient: to } of former) {
    if (channel === 'sms' && installation.smsCountries === 'none') continue
    const parts = permitPartsOf(context, now)
    const permit = await requestPermit(parts, { kind: 'former', channel, to })
    if (isPermitRefused(permit)) {
      const refusal = toMessageRefusal(permit, parts)
      const message = `The former ${channel === 'sms' ? 'number' : 'address'} is told of this change. ${refusal.message}`
      throw toRefusalFailure({
        ...refusal,
        message: `${message} With profiles:read the change needs no message.`,
      })
    }
    const notice = renderAddressChangeNotice({ channel, locale, accountName, at: now, timezone })
    const message: OutgoingMessage =
      channel === 'sms'
        ? { channel, to, text: notice.text, locale }
        : { channel, to, ...notice, fromName: emailSenderName(account), locale }
    const id = newId()
    await enqueue(sql, {
      accountId: account.id,
      id,
      profileId: profile.id,
      inviteId: null,
      messageId: messageIdFor(id, installation.publicUrl),
      permit,
      message,
      now,
      secretKey: installation.secretKey,
    })
  }
}
