import { locales } from '../../contract/locale.ts'
import type { Context } from '../../contract/operation.ts'
import type { OutgoingMessage } from '../../contract/ports.ts'
import { accountDisplayName } from '../account/appearance.ts'
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
 * Fails as `limited` if an email can't be sent: an address change is not made without notice to its owner.
 */
export async function notifyFormerAddresses(
  context: Context,
  profile: Profile,
  former: readonly FormerAddress[],
): Promise<void> {
  const { sql, account, site, newId } = context
  const now = context.now()
  const { locale: code, timezone = 'UTC' } = account.preferences
  const locale = locales.find((supported) => supported === (profile.locale ?? code)) ?? 'en'
  const accountName = accountDisplayName(account)
  for (const { channel, recipient: to } of former) {
    if (channel === 'sms' && site.smsCountries === 'none') continue
    const parts = permitPartsOf(context, now)
    const permit = await requestPermit(parts, { kind: 'former', channel, to })
    if (isPermitRefused(permit)) {
      // Daily SMS caps apply to notices too, because messages cost money.
      if (channel === 'sms') continue
      throw toRefusalFailure(toMessageRefusal(permit, parts))
    }
    const notice = renderAddressChangeNotice({ channel, locale, accountName, at: now, timezone })
    const message: OutgoingMessage =
      channel === 'sms'
        ? { channel, to, text: notice.text, locale }
        : { channel, to, ...notice, fromName: accountName, locale }
    const id = newId()
    await enqueue(sql, {
      accountId: account.id,
      id,
      profileId: profile.id,
      inviteId: null,
      messageId: messageIdFor(id, site.publicUrl),
      permit,
      message,
      now,
      secretKey: site.secretKey,
    })
  }
}
