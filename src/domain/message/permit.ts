import type { InstallationConfig } from '../../contract/operation.ts'
import type { Sql } from '../../contract/ports.ts'
import { createUnsubscribeToken, unsubscribeKey } from '../../identity/unsubscribe-link.ts'
import { type CapKind, capCountersFor, standardCaps } from './caps.ts'
import { hasUnsubscribeLink, type MessageIntent, respectsOptOut } from './message-intent.ts'
import { listOptedOut } from './opt-out.ts'
import { openMessageTally } from './tally.ts'

/**
 * Leave to put one message into the outbox, once. Only `openPermits` gives these, after it has counted the message and
 * asked the list of those who want no emails; the outbox takes nothing without one.
 */
export type Permit = Readonly<
  Pick<MessageIntent, 'kind' | 'channel' | 'to'> & {
    /** Where the reader says no to further emails; the email must show it. Undefined where that is no choice. */
    stopLink: string | undefined
  }
>

/** Why a message may not go: the cap that is reached, or that its reader wants none. */
export type PermitRefusal = { refused: CapKind | 'stopped' }

export type PermitBatch = {
  /** Leave for one message, which is counted by that, or why not. Ask for what was named at the opening only. */
  request: (sending: MessageIntent) => Permit | PermitRefusal
  /** Writes the counts. Call it once, after the last question. */
  commit: () => Promise<void>
}

export type PermitParts = {
  sql: Sql
  /** Null for emails to people who sign in: they belong to no account. */
  accountId: string | null
  now: Date
  /** Without `mail`, where all messages are of kinds that nobody can say no to. */
  site: Pick<InstallationConfig, 'secretKey' | 'isLimited'> &
    Partial<Pick<InstallationConfig, 'mail' | 'publicUrl'>>
}

/**
 * Opens the counts of all messages that a transaction may send, locked until it ends, so that two transactions that
 * write to the same people wait for each other and never in a circle.
 */
export async function openPermitBatch(
  parts: PermitParts,
  sendings: readonly MessageIntent[],
): Promise<PermitBatch> {
  const { sql, accountId, now, site } = parts
  const context = { accountId, now, isLimited: site.isLimited }
  const counted = sendings.flatMap((sending) => capCountersFor(sending, context))
  const stopped = await listOptedOutAmong(parts, sendings)
  const tally = await openMessageTally(sql, counted, { now, secretKey: site.secretKey, caps: capsOf(site) })
  return {
    request(sending) {
      if (respectsOptOut(sending) && stopped.has(sending.to)) return { refused: 'stopped' }
      const refused = tally.increment(capCountersFor(sending, context))
      if (refused) return { refused }
      const permit = {
        kind: sending.kind,
        channel: sending.channel,
        to: sending.to,
        stopLink: stopLinkOf(parts, sending),
      }
      unused.add(permit)
      return permit
    },
    commit: tally.commit,
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

/** Uses a permit up. Fails where it was made up, used before, or given for another message. */
export function consumePermit(permit: Permit, { channel, to }: Pick<Permit, 'channel' | 'to'>): void {
  if (!unused.delete(permit))
    throw new Error('There is no permit for this message: ask for one, and use it once.')
  if (permit.channel !== channel || permit.to !== to) throw new Error('This permit is for another address.')
}

const unused = new WeakSet<Permit>()

/** Of these addresses, the ones that want no emails from the account. */
async function listOptedOutAmong(
  { sql, accountId, site }: PermitParts,
  sendings: readonly MessageIntent[],
): Promise<ReadonlySet<string>> {
  const addresses = sendings.filter(respectsOptOut).map(({ to }) => to)
  if (addresses.length === 0 || accountId === null) return new Set()
  return listOptedOut(sql, { accountId, addresses, key: mailOf(site).key })
}

function stopLinkOf({ accountId, site }: PermitParts, sending: MessageIntent): string | undefined {
  if (!hasUnsubscribeLink(sending) || accountId === null) return undefined
  const { key } = mailOf(site)
  // As it will be written in the texts, where a host of another script is spelled in ASCII.
  return new URL(
    `${site.publicUrl}/unsubscribe/${createUnsubscribeToken(key, accountId, unsubscribeKey(key, sending.to))}`,
  ).href
}

function mailOf({ mail }: PermitParts['site']): InstallationConfig['mail'] {
  if (!mail) throw new Error('Emails that people can say no to need the mail key of the installation.')
  return mail
}

/** The caps of this installation. */
export function capsOf({ mail }: Partial<Pick<InstallationConfig, 'mail'>>): Record<CapKind, number> {
  if (!mail) return standardCaps
  return { ...standardCaps, 'account-email': mail.accountDaily, 'share-link': mail.shareLinkDaily }
}
