import type { Locale } from '../../contract/locale.ts'
import type { Sql } from '../../contract/ports.ts'
import { listMemberships, listOwners } from '../../identity/people/memberships.ts'
import { isPermitRefused, requestPermit } from '../message/permit.ts'
import { toMessageRefusal, toRefusalFailure } from '../message/refusal.ts'
import { renderOwnerNoticeEmail } from '../notice/owner-notice-email.ts'
import { enqueue, messageIdFor } from '../outbox/enqueue.ts'
import type { PeopleParts } from './parts.ts'

/**
 * Emails the owners of accounts that require passkeys when a member's passkeys change: a new passkey opens their
 * account. Sent by the authorization server for accounts of all regions, because passkeys are stored there.
 */
export async function notifyAccountOwners(
  sql: Sql,
  parts: OwnerParts,
  change: {
    kind: 'passkeyAdded' | 'passkeysRemoved'
    member: string
    /** The address of the person who made the change. Undefined for the operator. */
    who: string | undefined
    at: Date
    locale: Locale
    /** A region whose accounts are skipped. */
    exceptIn?: string
  },
): Promise<void> {
  const { newId, publicUrl, authUrl, secretKey } = parts
  const { kind, member, who, at, locale } = change
  const memberships = await listMemberships(sql, parts.memberships, member)
  for (const { accountId, accountName, region, requirePasskey, isAccepted } of memberships) {
    if (!requirePasskey || !isAccepted || region === change.exceptIn) continue
    const link = `${authUrl}/access?account=${accountId}`
    const about = {
      notice: { kind, member },
      who,
      locale,
      accountName,
      link,
    } as const
    const content = renderOwnerNoticeEmail({ ...about, at, timezone: 'UTC', isLast: false })
    for (const to of (await listOwners(sql, accountId)).slice(0, maxOwners)) {
      const sending = { kind: 'security', channel: 'email', to, causedBy: member } as const
      // Not counted separately: the member's own notice of the same change is counted.
      const permitContext = { sql, accountId: null, now: at, installation: { secretKey, isLimited: false } }
      const permit = await requestPermit(permitContext, sending)
      if (isPermitRefused(permit)) throw toRefusalFailure(toMessageRefusal(permit, permitContext))
      const id = newId()
      await enqueue(sql, {
        permit,
        accountId: null,
        id,
        profileId: null,
        inviteId: null,
        secretKey,
        now: at,
        message: { channel: 'email', to, ...content, fromName: 'Timbre', locale },
        messageId: messageIdFor(id, publicUrl),
      })
    }
  }
}

type OwnerParts = Pick<PeopleParts, 'newId' | 'publicUrl' | 'authUrl' | 'secretKey' | 'memberships'>

const maxOwners = 20
