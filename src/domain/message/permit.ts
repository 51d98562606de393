import type { InstallationConfig } from '../../contract/operation.ts'
import type { Sql } from '../../contract/ports.ts'
import { createUnsubscribeToken, unsubscribeKey } from '../../identity/unsubscribe-link.ts'
import { type CapKind, capCountersFor, standardCaps } from './caps.ts'
import { hasUnsubscribeLink, type MessageIntent, respectsBounces, respectsOptOut } from './message-intent.ts'
import { forgetBounced, listStopped, memberNoticeLink, type StoppedAddresses } from './opt-out.ts'
import { openMessageTally } from './tally.ts'

/**
 * Permission to queue one message, once. Only `openPermitBatch` issues permits, after counting the message and checking
 * opt-outs. The outbox accepts no message without one.
 */
export type Permit = Readonly<
  Pick<MessageIntent, 'kind' | 'channel' | 'to'> & {
    /** The unsubscribe link, which the email must contain. Undefined for mandatory messages. */
    unsubscribeLink: string | undefined
  }
>

/** Why a message can't be sent: the cap that is reached, the recipient has opted out, or the address has bounced. */
export type PermitRefusal = { refused: CapKind | 'optedOut' | 'bounced' }

export type PermitBatch = {
  /** Counts one message and returns its permit, or why not. Only for messages named when the batch was opened. */
  request: (sending: MessageIntent) => Permit | PermitRefusal
  /** Writes the counts. Call it once, after the last request. */
  commit: () => Promise<void>
  /** Counts nothing: the permits were for a preview. */
  discard: () => Promise<void>
}

export type PermitParts = {
  sql: Sql
  /** Null for emails to people who sign in: they belong to no account. */
  accountId: string | null
  now: Date
  /** `mail` may be missing if all messages are mandatory. */
  installation: Pick<InstallationConfig, 'secretKey' | 'isLimited'> &
    Partial<Pick<InstallationConfig, 'mail' | 'publicUrl' | 'homes'>>
}

/**
 * Opens and locks the counts of all messages that a transaction may send. They are locked in one order, which prevents
 * deadlocks between transactions that write to the same people.
 */
export async function openPermitBatch(
  parts: PermitParts,
  sendings: readonly MessageIntent[],
): Promise<PermitBatch> {
  const { sql, accountId, now, installation } = parts
  const context = { accountId, now, isLimited: installation.isLimited }
  const counted = sendings.flatMap((sending) => capCountersFor(sending, context))
  const stopped = await listStoppedAmong(parts, sendings)
  const triedAgain: string[] = []
  const tally = await openMessageTally(sql, counted, {
    now,
    secretKey: installation.secretKey,
    caps: capsOf(installation),
  })
  return {
    request(sending) {
      if (respectsOptOut(sending) && stopped.optedOut.has(sending.to)) return { refused: 'optedOut' }
      const hasBounced = stopped.bounced.has(sending.to)
      if (hasBounced && respectsBounces(sending)) return { refused: 'bounced' }
      const refused = tally.increment(capCountersFor(sending, context))
      if (refused) return { refused }
      if (hasBounced && sending.kind === 'invite') triedAgain.push(sending.to)
      const permit = {
        kind: sending.kind,
        channel: sending.channel,
        to: sending.to,
        unsubscribeLink: unsubscribeLinkOf(parts, sending),
      }
      unused.add(permit)
      return permit
    },
    async commit() {
      await tally.commit()
      if (triedAgain.length > 0) await forgetBounced(sql, stoppedListOf(parts, triedAgain))
    },
    discard: () => tally.discard(),
  }
}

/** The same for one message. */
export async function requestPermit(
  parts: PermitParts,
  sending: MessageIntent,
): Promise<Permit | PermitRefusal> {
  const permits = await openPermitBatch(parts, [sending])
  const answer = permits.request(sending)
  await permits.commit()
  return answer
}

export function isPermitRefused(answer: Permit | PermitRefusal): answer is PermitRefusal {
  return 'refused' in answer
}

/** Uses up a permit. Fails if it was not issued here, was used before, or is for another message. */
export function consumePermit(permit: Permit, { channel, to }: Pick<Permit, 'channel' | 'to'>): void {
  if (!unused.delete(permit))
    throw new Error('There is no permit for this message: ask for one, and use it once.')
  if (permit.channel !== channel || permit.to !== to) throw new Error('This permit is for another address.')
}

const unused = new WeakSet<Permit>()

/** The addresses whose owners have opted out of messages from the account, and those that have bounced. */
async function listStoppedAmong(
  parts: PermitParts,
  sendings: readonly MessageIntent[],
): Promise<StoppedAddresses> {
  const addresses = sendings
    .filter((one) => respectsOptOut(one) || respectsBounces(one) || one.kind === 'invite')
    .map(({ to }) => to)
  if (addresses.length === 0 || parts.accountId === null) return { optedOut: new Set(), bounced: new Set() }
  return listStopped(parts.sql, stoppedListOf(parts, addresses))
}

function stoppedListOf({ accountId, installation }: PermitParts, addresses: readonly string[]) {
  const { homes } = installation
  return { accountId: accountId ?? '', addresses, installation: { mail: mailOf(installation), homes } }
}

function unsubscribeLinkOf(
  { accountId, installation }: PermitParts,
  sending: MessageIntent,
): string | undefined {
  if (!hasUnsubscribeLink(sending) || accountId === null) return undefined
  const mail = mailOf(installation)
  const { key } = mail
  if (sending.kind === 'memberNotice') {
    const { publicUrl = '' } = installation
    return memberNoticeLink({ mail, publicUrl }, { accountId, memberId: sending.memberId })
  }
  // Normalized as in the texts, where hosts in other scripts are spelled in ASCII.
  return new URL(
    `${installation.publicUrl}/unsubscribe/${createUnsubscribeToken(key, accountId, unsubscribeKey(key, sending.to))}`,
  ).href
}

function mailOf({ mail }: PermitParts['installation']): InstallationConfig['mail'] {
  if (!mail) throw new Error('Emails that people can say no to need the mail key of the installation.')
  return mail
}

/** The caps of this installation. */
export function capsOf({ mail }: Partial<Pick<InstallationConfig, 'mail'>>): Record<CapKind, number> {
  if (!mail) return standardCaps
  return { ...standardCaps, 'account-email': mail.accountDaily, 'share-link': mail.shareLinkDaily }
}
