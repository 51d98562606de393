import type { Locale } from '../../contract/locale.ts'
import { secondsUntilTomorrow } from '../../contract/tomorrow.ts'
import { listMemberships } from '../../identity/people/memberships.ts'
import { codeMinutes, insertCode, newCode } from '../../identity/people/sign-in-codes.ts'
import { domainOf } from '../../identity/providers/claims.ts'
import { findDomainProvider } from '../../identity/providers/store.ts'
import { isPermitRefused } from '../message/permit.ts'
import { enqueue, messageIdFor } from '../outbox/enqueue.ts'
import { permitCode } from './code-count.ts'
import type { PeopleParts } from './parts.ts'
import { mayUseCode } from './recovery.ts'
import { renderSignInEmail } from './sign-in-email.ts'

/** The sign-in attempt, or that the address has reached its daily limit of emails, whoever it belongs to. */
export type CodeRequestOutcome =
  | { outcome: 'asked'; attempt: string; expiresAt: Date }
  | { outcome: 'limited'; retryAfterSeconds: number }

/**
 * Creates a code for an address, and emails it if the address is a member's. The requester learns nothing about that:
 * for unknown addresses the same statements run, the same email is rendered and sealed, and the same count is kept. The
 * caller wakes the outbox worker after responding, so that sending doesn't affect the response time either.
 */
export async function requestCode(
  parts: PeopleParts,
  { email, locale, isTrustedDevice = false }: { email: string; locale: Locale; isTrustedDevice?: boolean },
): Promise<CodeRequestOutcome> {
  const { database, secretKey, publicUrl } = parts
  const now = parts.clock()
  const created = newCode(now)
  const id = parts.newId()
  const message = renderSignInEmail({ to: email, code: created.code, minutes: codeMinutes, locale })
  return database.inSystem(async (sql): Promise<CodeRequestOutcome> => {
    const permit = await permitCode(sql, parts, { email, isTrustedDevice })
    if (isPermitRefused(permit)) return { outcome: 'limited', retryAfterSeconds: secondsUntilTomorrow(now) }
    await insertCode(sql, created, { email, now, secretKey })
    const memberships = await listMemberships(sql, parts.memberships, email)
    const bound = await findDomainProvider(sql, domainOf(email))
    await enqueue(sql, {
      accountId: null,
      id,
      profileId: null,
      inviteId: null,
      permit,
      message,
      now,
      secretKey,
      messageId: messageIdFor(id, publicUrl),
      expiresAt: created.expiresAt,
      shouldSend: memberships.length > 0 && mayUseCode(bound, memberships),
    })
    return { outcome: 'asked', attempt: created.attempt, expiresAt: created.expiresAt }
  })
}
