import type { Locale } from '../../contract/locale.ts'
import type { Sql } from '../../contract/ports.ts'
import { listMemberships, listOwners } from '../../identity/people/memberships.ts'
import { enqueue, messageIdFor } from '../message/outbox.ts'
import { askPermit, isRefused } from '../message/permit.ts'
import { refusalFailure, refusalOf } from '../message/refusal.ts'
import { noticeLetter } from '../notice/letter.ts'
import type { PeopleParts } from './parts.ts'

/**
 * Emails the owners of accounts that require passkeys about the passkeys of a member, such as one that was added: it opens
 * their account. Sent by the authorization server for accounts of every region, because passkeys are kept there.
 */
export async function tellAccountOwners(
  sql: Sql,
  parts: OwnerParts,
  told: {
    kind: 'passkeyAdded' | 'passkeysRemoved'
    member: string
    /** The address of the person who did it. Undefined for the operator. */
    who: string | undefined
    at: Date
    locale: Locale
    /** A region whose accounts are left out. */
    exceptIn?: string
  },
): Promise<void> {
  const { newId, publicUrl, authUrl, secretKey } = parts
  const { kind, member, who, at, locale } = told
  const memberships = await listMemberships(sql, parts.memberships, member)
  for (const { accountId, accountName, region, requirePasskey, isAccepted } of memberships) {
    if (!requirePasskey || !isAccepted || region === told.exceptIn) continue
    const link = `${authUrl}/access?account=${accountId}`
    const about = {
      notice: { kind, member },
      who,
      locale,
      accountName,
      link,
    } as const
    const letter = noticeLetter({ ...about, at, timezone: 'UTC', isLast: false })
    for (const to of (await listOwners(sql, accountId)).slice(0, ownersAtMost)) {
      const sending = { kind: 'security', channel: 'email', to, causedBy: member } as const
      // The member's own notice of the same change is counted, and bounds these.
      const place = { sql, accountId: null, now: at, site: { secretKey, isLimited: false } }
      const permit = await askPermit(place, sending)
      if (isRefused(permit)) throw refusalFailure(refusalOf(permit, place))
      const id = newId()
      await enqueue(sql, {
        permit,
        ...{ accountId: null, id, profileId: null, inviteId: null, secretKey, now: at },
        message: { channel: 'email', to, ...letter, fromName: 'Timbre', locale },
        messageId: messageIdFor(id, publicUrl),
      })
    }
  }
}

type OwnerParts = Pick<PeopleParts, 'newId' | 'publicUrl' | 'authUrl' | 'secretKey' | 'memberships'>

const ownersAtMost = 20
