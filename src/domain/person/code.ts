import type { Locale } from '../../contract/locale.ts'
import { codeMinutes, insertCode, newCode } from '../../identity/people/codes.ts'
import { listMemberships } from '../../identity/people/memberships.ts'
import { enqueue, messageIdFor } from '../message/outbox.ts'
import { signInLetter } from './letter.ts'
import type { PeopleParts } from './parts.ts'

/**
 * Makes a code for an address and puts it on its way if the address is a member's. Whoever asks learns nothing by
 * it: the same statements run and the same letter is written and sealed for an address that belongs to nobody. The
 * caller wakes the worker once it has answered, so that sending takes no time of the answer either.
 */
export async function askForCode(
  parts: PeopleParts,
  { email, locale }: { email: string; locale: Locale },
): Promise<{ attempt: string; expiresAt: Date }> {
  const { database, secretKey, publicUrl } = parts
  const now = parts.clock()
  const made = newCode(now)
  const id = parts.newId()
  const message = signInLetter({ to: email, code: made.code, minutes: codeMinutes, locale })
  await database.inSystem(async (sql) => {
    await insertCode(sql, made, { email, now, secretKey })
    const memberships = await listMemberships(sql, parts.memberships, email)
    await enqueue(sql, {
      ...{ accountId: null, id, profileId: null, inviteId: null, message, now, secretKey },
      messageId: messageIdFor(id, publicUrl),
      isMeant: memberships.length > 0,
    })
  })
  return { attempt: made.attempt, expiresAt: made.expiresAt }
}
