import { Failure, notFound } from '../../contract/failure.ts'
import type { Context } from '../../contract/operation.ts'
import { secondsUntilTomorrow } from '../../contract/tomorrow.ts'
import type { CapCounter, CapKind } from '../message/caps.ts'
import { capsOf } from '../message/permit.ts'
import { openMessageTally } from '../message/tally.ts'
import { type ShareLink, takeStart } from './model.ts'
import { addStart, lockStarts, writeStarts } from './store.ts'

/**
 * Counts one start from a link, and refuses it (`limited`) if there were too many per hour or day, with lower limits
 * for starts that send an email. Deleting people gives nothing back. The same for everyone, whoever the address belongs
 * to, so that no refusal reveals who is known. Refused as `missing` if the link was revoked meanwhile, and as a
 * conflict if it has had all its starts. A form that is sent again takes none.
 */
export async function countStart(
  context: Context,
  link: ShareLink,
  { sendsEmail, isRepeat }: { sendsEmail: boolean; isRepeat: boolean },
): Promise<void> {
  const { sql, account, installation } = context
  const now = context.now()
  // Serializes the starts from one link.
  const found = await lockStarts(sql, account.id, link.id, now)
  if (!found) noSuchLink()
  if (!isRepeat) {
    if (found.starts >= (found.maxStarts ?? Number.POSITIVE_INFINITY)) throw new Failure('share_link_full')
    await addStart(sql, account.id, link.id)
  }
  if (!installation.isLimited) return
  const taken = takeStart(found.allowance, now)
  if ('nextInSeconds' in taken) throw tooManyStarts(taken.nextInSeconds)
  await writeStarts(sql, account.id, link.id, { left: taken.left, at: now })
  const counted = countedOf(account.id, link.id, { sendsEmail, now })
  const tally = await openMessageTally(sql, counted, {
    now,
    secretKey: installation.secretKey,
    caps: capsOf(installation),
  })
  const full = tally.increment(counted)
  await tally.commit()
  if (full) throw refusalOf(full, now)
}

export function noSuchLink(): never {
  throw notFound('This link is unknown. Ask the person who gave it to you for a new one.')
}

function countedOf(
  accountId: string,
  linkId: string,
  { sendsEmail, now }: { sendsEmail: boolean; now: Date },
): CapCounter[] {
  const name = `${accountId}:${linkId}`
  const starts: CapCounter[] = [
    { kind: 'share-link-hour', name: `${name}:${now.toISOString().slice(0, 13)}` },
    { kind: 'share-link', name },
  ]
  if (!sendsEmail) return starts
  return [...starts, { kind: 'share-link-email', name }, { kind: 'share-account-email', name: accountId }]
}

function refusalOf(kind: CapKind, now: Date): Failure {
  if (kind === 'share-link-hour') return tooManyStarts(3600 - (Math.floor(now.getTime() / 1000) % 3600))
  if (kind === 'share-link') return tooManyStarts(secondsUntilTomorrow(now))
  const message =
    'No more emails can be sent from this link today. Start without an address, or come back tomorrow.'
  return new Failure('email_limit', { message, retryAfterSeconds: secondsUntilTomorrow(now) })
}

function tooManyStarts(retryAfterSeconds: number): Failure {
  return new Failure('start_limit', {
    message: 'Too many people are starting from this link. Try again later.',
    retryAfterSeconds,
  })
}
