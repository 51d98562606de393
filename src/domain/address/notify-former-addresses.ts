import { locales } from '../../contract/locale.ts'
import type { Context } from '../../contract/operation.ts'
import type { OutgoingMessage } from '../../contract/ports.ts'
import { accountDisplayName } from '../account/appearance.ts'
import { enqueue, messageIdFor } from '../message/outbox.ts'
import { isPermitRefused, requestPermit } from '../message/permit.ts'
import { permitPartsOf, toMessageRefusal, toRefusalFailure } from '../message/refusal.ts'
import type { FormerAddress } from '../profile/change-store.ts'
import type { Profile } from '../profile/model.ts'
import { renderAddressChangeNotice } from './address-change-notice.ts'

/**
 * Tells people at addresses that a profile no longer has. Only where a link had gone that stood until now, so that
 * there is at most one notice for each invite, and a few in a day: nobody can flood a stranger by setting and replacing
 * their address. Fails as `limited` where an email could not be sent: a change that its owner does not hear of is not made.
 */
export async function notifyFormerAddresses(
  context: Context,
  profile: Profile,
  former: readonly FormerAddress[],
): Promise<void> {
  const { sql, account, site, newId } = context
  const now = context.now()
  const { locale: code, timezone = 'UTC' } = account.preferences
  const locale = locales.find((one) => one === (profile.locale ?? code)) ?? 'en'
  const accountName = accountDisplayName(account)
  for (const { channel, recipient: to } of former) {
    if (channel === 'sms' && site.smsCountries === 'none') continue
    const parts = permitPartsOf(context, now)
    const permit = await requestPermit(parts, { kind: 'former', channel, to })
    if (isPermitRefused(permit)) {
      // The daily caps of text messages hold for notices too, because they cost money.
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
      ...{ accountId: account.id, id, profileId: profile.id, inviteId: null },
      messageId: messageIdFor(id, site.publicUrl),
      ...{ permit, message, now, secretKey: site.secretKey },
    })
  }
}
