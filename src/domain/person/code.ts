import type { Locale } from '../../contract/locale.ts'
import { listMemberships } from '../../identity/people/memberships.ts'
import { codeMinutes, insertCode, newCode } from '../../identity/people/sign-in-codes.ts'
import { isPermitRefused } from '../message/permit.ts'
import { secondsUntilTomorrow } from '../message/tally.ts'
import { enqueue, messageIdFor } from '../outbox/enqueue.ts'
import { permitCode } from './code-count.ts'
import type { PeopleParts } from './parts.ts'
import { renderSignInEmail } from './sign-in-email.ts'

/** The attempt; or that no more letters go to this address today, whoever it belongs to. */
export type CodeRequestOutcome =
  | { outcome: 'asked'; attempt: string; expiresAt: Date }
  | { outcome: 'limited'; retryAfterSeconds: number }

/**
 * Makes a code for an address and puts it on its way if the address is a member's. Whoever asks learns nothing by
 * it: the same statements run, the same letter is written and sealed, and the same count is kept for an address that
 * belongs to nobody. The caller wakes the worker once it has answered, so that sending takes no time of the answer
 * either.
 */
export async function requestCode(
  parts: PeopleParts,
  { email, locale, isTrustedDevice = false }: { email: string; locale: Locale; isTrustedDevice?: boolean },
): Promise<CodeRequestOutcome> {
  const { database, secretKey, publicUrl } = parts
  const now = parts.clock()
  const made = newCode(now)
  const id = parts.newId()
  const message = renderSignInEmail({ to: email, code: made.code, minutes: codeMinutes, locale })
  return database.inSystem(async (sql): Promise<CodeRequestOutcome> => {
    const permit = await permitCode(sql, parts, { email, isTrustedDevice })
    if (isPermitRefused(permit)) return { outcome: 'limited', retryAfterSeconds: secondsUntilTomorrow(now) }
    await insertCode(sql, made, { email, now, secretKey })
    const memberships = await listMemberships(sql, parts.memberships, email)
    await enqueue(sql, {
      ...{ accountId: null, id, profileId: null, inviteId: null, permit, message, now, secretKey },
      messageId: messageIdFor(id, publicUrl),
      shouldSend: memberships.length > 0,
    })
    return { outcome: 'asked', attempt: made.attempt, expiresAt: made.expiresAt }
  })
}
