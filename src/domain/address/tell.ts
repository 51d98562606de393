import { locales } from '../../contract/locale.ts'
import type { Context } from '../../contract/operation.ts'
import type { OutgoingMessage } from '../../contract/ports.ts'
import { shownName } from '../account/appearance.ts'
import { enqueue, messageIdFor } from '../message/outbox.ts'
import { askPermit, isRefused } from '../message/permit.ts'
import { permitParts, refusalFailure, refusalOf } from '../message/refusal.ts'
import type { FormerAddress } from '../profile/change-store.ts'
import type { Profile } from '../profile/model.ts'
import { addressNotice } from './letter.ts'

/**
 * Tells people at addresses that a profile no longer has. Only where a link had gone that stood until now, so that
 * there is at most one notice for each invite, and a few in a day: nobody can flood a stranger by setting and replacing
 * their address. Fails as `limited` where an email could not be sent: a change that its owner does not hear of is not made.
 */
export async function tellFormerAddresses(
  context: Context,
  profile: Profile,
  former: readonly FormerAddress[],
): Promise<void> {
  const { sql, account, site, newId } = context
  const now = context.now()
  const { locale: code, timezone = 'UTC' } = account.preferences
  const locale = locales.find((one) => one === (profile.locale ?? code)) ?? 'en'
  const accountName = shownName(account)
  for (const { channel, recipient: to } of former) {
    if (channel === 'sms' && site.smsCountries === 'none') continue
    const parts = permitParts(context, now)
    const permit = await askPermit(parts, { kind: 'former', channel, to })
    if (isRefused(permit)) {
      // The daily caps of text messages hold for notices too, because they cost money.
      if (channel === 'sms') continue
      throw refusalFailure(refusalOf(permit, parts))
    }
    const letter = addressNotice({ channel, locale, accountName, at: now, timezone })
    const message: OutgoingMessage =
      channel === 'sms'
        ? { channel, to, text: letter.text, locale }
        : { channel, to, ...letter, fromName: accountName, locale }
    const id = newId()
    await enqueue(sql, {
      ...{ accountId: account.id, id, profileId: profile.id, inviteId: null },
      messageId: messageIdFor(id, site.publicUrl),
      ...{ permit, message, now, secretKey: site.secretKey },
    })
  }
}
