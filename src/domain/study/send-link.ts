import type { Locale } from '../../contract/locale.ts'
import type { Context } from '../../contract/operation.ts'
import { hashSecret, newAccountSecret } from '../../identity/secret.ts'
import { emailSenderName } from '../account/appearance.ts'
import { isPermitRefused, requestPermit } from '../message/permit.ts'
import { permitPartsOf } from '../message/refusal.ts'
import { enqueue, messageIdFor } from '../outbox/enqueue.ts'
import { renderStudyEmail, type StudyEmail } from './study-email.ts'

/**
 * Queues an email with a new link, and returns the hash of its secret, or undefined if no email may be sent. The account
 * doesn't see the message (`message-log` leaves out its kind), and no count that the account can exhaust includes it.
 */
export async function sendStudyLink(
  context: Pick<Context, 'sql' | 'account' | 'installation' | 'newId' | 'now'>,
  { profileId, to, locale }: { profileId: string; to: string; locale: Locale },
  about: Pick<StudyEmail, 'kind' | 'until'>,
): Promise<Buffer | undefined> {
  const { sql, account, installation, newId } = context
  const now = context.now()
  const sending = { kind: 'study', channel: 'email', to, profileId } as const
  const permit = await requestPermit(permitPartsOf(context, now), sending)
  if (isPermitRefused(permit)) return undefined
  const token = newAccountSecret('tmb_study_', account.id)
  const content = renderStudyEmail({
    ...about,
    locale,
    accountName: account.name,
    link: `${installation.publicUrl}/study/${token}`,
    unsubscribeLink: permit.unsubscribeLink,
  })
  const id = newId()
  const message = { channel: 'email', to, ...content, fromName: emailSenderName(account), locale } as const
  await enqueue(sql, {
    accountId: account.id,
    id,
    profileId,
    inviteId: null,
    messageId: messageIdFor(id, installation.publicUrl),
    permit,
    message,
    now,
    secretKey: installation.secretKey,
  })
  return hashSecret(token)
}
