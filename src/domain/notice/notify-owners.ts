import { locales } from '../../contract/locale.ts'
import type { Account, InstallationConfig } from '../../contract/operation.ts'
import type { Clock, Sql } from '../../contract/ports.ts'
import { isPermitRefused, requestPermit } from '../message/permit.ts'
import { toMessageRefusal, toRefusalFailure } from '../message/refusal.ts'
import { enqueue, messageIdFor } from '../outbox/enqueue.ts'
import { isAboutSender, type OwnerNotice, renderOwnerNoticeEmail } from './owner-notice-email.ts'
import { countNotice, listNoticeMembers, notifiedOwnersOf } from './store.ts'

export type NoticeParts = {
  sql: Sql
  account: Pick<Account, 'id' | 'name' | 'preferences'>
  installation: Pick<InstallationConfig, 'publicUrl' | 'authUrl' | 'secretKey'>
  newId: () => string
  now: Clock
}

/**
 * Maximum emails per kind of change, owner and day. Kinds are counted separately, so that inviting and removing in a
 * loop can't hide that a key was made.
 */
export const maxNoticesPerDay = 10

/**
 * Emails the owners of the account about a change of who can access it, in the transaction of the change. `by` is the
 * member who made the change, who gets the email too if an owner: someone else may have used the session. It is null
 * for the operator, and for changes that are told without who made them.
 *
 * Nothing is sent beyond the maximum of the day. A change that `refuses` then fails as `limited`, so that none is hidden
 * behind others.
 */
export async function notifyOwners(
  parts: NoticeParts,
  by: string | null,
  notice: OwnerNotice,
  { refuses = false }: { refuses?: boolean } = {},
): Promise<void> {
  const { sql, account, installation, newId, now } = parts
  const at = now()
  // Counted by kind, so that no other kind uses up its allowance.
  const permitContext = {
    sql,
    accountId: account.id,
    now: at,
    installation: { secretKey: installation.secretKey, isLimited: false },
  }
  const count = await countNotice(sql, account.id, notice.kind, at.toISOString().slice(0, 10))
  if (count > maxNoticesPerDay) {
    if (refuses) throw toRefusalFailure(toMessageRefusal({ refused: 'security' }, permitContext))
    return
  }
  const { locale: code, timezone = 'UTC' } = account.preferences
  const locale = locales.find((one) => one === code) ?? 'en'
  const link = linkOf(parts, notice)
  const members = await listNoticeMembers(sql, account.id)
  const who = members.find(({ id }) => id === by)?.email
  const about = { notice, who, locale, accountName: account.name, link, at, timezone }
  const content = renderOwnerNoticeEmail({ ...about, isLast: count === maxNoticesPerDay })
  for (const { email } of notifiedOwnersOf(members)) {
    const sending = { kind: 'security', channel: 'email', to: email, causedBy: by ?? 'operator' } as const
    const permit = await requestPermit(permitContext, sending)
    if (isPermitRefused(permit)) throw toRefusalFailure(toMessageRefusal(permit, permitContext))
    const id = newId()
    await enqueue(sql, {
      permit,
      accountId: account.id,
      id,
      profileId: null,
      inviteId: null,
      messageId: messageIdFor(id, installation.publicUrl),
      message: { channel: 'email', to: email, ...content, fromName: 'Timbre', locale },
      now: at,
      secretKey: installation.secretKey,
    })
  }
}

/** The page where owners see what the notice is about. */
function linkOf({ account, installation }: NoticeParts, notice: OwnerNotice): string {
  const { publicUrl, authUrl } = installation
  if ('webhookId' in notice) return `${publicUrl}/settings/webhooks/${notice.webhookId}`
  if (notice.kind === 'retentionChosen') return `${publicUrl}/settings#retention`
  return isAboutSender(notice) ? `${publicUrl}/settings/sender` : `${authUrl}/access?account=${account.id}`
}
