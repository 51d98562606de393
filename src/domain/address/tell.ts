import { locales } from '../../contract/locale.ts'
import type { Context } from '../../contract/operation.ts'
import type { OutgoingMessage } from '../../contract/ports.ts'
import { shownName } from '../account/appearance.ts'
import { enqueue, messageIdFor } from '../message/outbox.ts'
import { askPermit, isRefused } from '../message/permit.ts'
import type { FormerAddress } from '../profile/change-store.ts'
import type { Profile } from '../profile/model.ts'
import { addressNotice } from './letter.ts'

/**
 * Tells people at addresses that a profile no longer has. Only where a link had gone that stood until now, so that
 * there is at most one notice for each invite: nobody can flood a stranger by setting and replacing their address.
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
    // The daily caps of text messages hold for notices too, because they cost money. Emails are as few as invites.
    const place = { sql, accountId: account.id, now, site: { secretKey: site.secretKey, isLimited: false } }
    const permit = await askPermit(place, { kind: 'security', channel, to, causedBy: profile.id })
    if (isRefused(permit)) continue
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
