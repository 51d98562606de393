import { locales } from '../../contract/locale.ts'
import type { Context } from '../../contract/operation.ts'
import type { OutgoingMessage } from '../../contract/ports.ts'
import { shownName } from '../account/appearance.ts'
import { rangeOf } from '../message/caps.ts'
import { enqueue, messageIdFor } from '../message/outbox.ts'
import { openTally } from '../message/tally.ts'
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
    if (channel === 'sms' && !(await mayText(context, to, now))) continue
    const letter = addressNotice({ channel, locale, accountName, at: now, timezone })
    const message: OutgoingMessage =
      channel === 'sms'
        ? { channel, to, text: letter.text, locale }
        : { channel, to, ...letter, fromName: accountName, locale }
    const id = newId()
    await enqueue(sql, {
      ...{ accountId: account.id, id, profileId: profile.id, inviteId: null },
      messageId: messageIdFor(id, site.publicUrl),
      ...{ message, now, secretKey: site.secretKey },
    })
  }
}

/** Text messages cost money, so their daily caps hold for notices too. */
async function mayText({ sql, account, site }: Context, to: string, now: Date): Promise<boolean> {
  if (site.smsCountries === 'none') return false
  const counted = [
    { kind: 'account', name: account.id },
    { kind: 'number', name: to },
    { kind: 'range', name: rangeOf(to) },
  ] as const
  const tally = await openTally(sql, counted, { now, secretKey: site.secretKey })
  const full = tally.take(counted)
  await tally.settle()
  return full === undefined
}
