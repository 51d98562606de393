import type { Person } from '../../contract/authorization.ts'
import type { Sql } from '../../contract/ports.ts'
import { isPermitRefused, requestPermit } from '../message/permit.ts'
import { toMessageRefusal, toRefusalFailure } from '../message/refusal.ts'
import { enqueue, messageIdFor } from '../outbox/enqueue.ts'
import type { PeopleParts } from './parts.ts'
import { renderPasskeyEmail } from './passkey-email.ts'

/**
 * Emails a person about a change of their passkeys, in the transaction of the change, so that none goes unnoticed.
 * Refused (`limited`) once the person's own changes have used up the notices of a day. Commands import it without the
 * library that verifies passkeys, which takes a third of their start.
 */
export async function notifyPerson(
  sql: Sql,
  parts: Pick<PeopleParts, 'newId' | 'publicUrl' | 'secretKey' | 'isLimited'>,
  { id: causedBy }: Pick<Person, 'id'>,
  notice: Parameters<typeof renderPasskeyEmail>[0],
): Promise<void> {
  const { newId, publicUrl, secretKey } = parts
  const permitContext = { sql, accountId: null, now: notice.at, installation: parts }
  const permit = await requestPermit(permitContext, {
    kind: 'security',
    channel: 'email',
    to: notice.to,
    causedBy,
  })
  if (isPermitRefused(permit)) throw toRefusalFailure(toMessageRefusal(permit, permitContext))
  const id = newId()
  await enqueue(sql, {
    accountId: null,
    id,
    profileId: null,
    inviteId: null,
    secretKey,
    now: notice.at,
    permit,
    message: renderPasskeyEmail(notice),
    messageId: messageIdFor(id, publicUrl),
  })
}
