import type { Site } from '../../contract/operation.ts'
import type { Sql } from '../../contract/ports.ts'
import { addressKey, stopToken } from '../../identity/stop-link.ts'
import { type CapKind, countedBy, standardCaps } from './caps.ts'
import { listStopped } from './opt-out.ts'
import { asksList, offersStop, type Sending } from './sending.ts'
import { openTally } from './tally.ts'

/**
 * Leave to put one message into the outbox, once. Only `openPermits` gives these, after it has counted the message and
 * asked the list of those who want no emails; the outbox takes nothing without one.
 */
export type Permit = Readonly<
  Pick<Sending, 'kind' | 'channel' | 'to'> & {
    /** Where the reader says no to further emails; the email must show it. Undefined where that is no choice. */
    stopLink: string | undefined
  }
>

/** Why a message may not go: the cap that is reached, or that its reader wants none. */
export type Refused = { refused: CapKind | 'stopped' }

export type Permits = {
  /** Leave for one message, which is counted by that, or why not. Ask for what was named at the opening only. */
  ask: (sending: Sending) => Permit | Refused
  /** Writes the counts. Call it once, after the last question. */
  settle: () => Promise<void>
}

export type PermitParts = {
  sql: Sql
  /** Null for emails to people who sign in: they belong to no account. */
  accountId: string | null
  now: Date
  /** Without `mail`, where all messages are of kinds that nobody can say no to. */
  site: Pick<Site, 'secretKey' | 'isLimited'> & Partial<Pick<Site, 'mail' | 'publicUrl'>>
}

/**
 * Opens the counts of all messages that a transaction may send, locked until it ends, so that two transactions that
 * write to the same people wait for each other and never in a circle.
 */
export async function openPermits(parts: PermitParts, sendings: readonly Sending[]): Promise<Permits> {
  const { sql, accountId, now, site } = parts
  const place = { accountId, now, isLimited: site.isLimited }
  const counted = sendings.flatMap((sending) => countedBy(sending, place))
  const stopped = await stoppedAmong(parts, sendings)
  const tally = await openTally(sql, counted, { now, secretKey: site.secretKey, caps: capsOf(site) })
  return {
    ask(sending) {
      if (asksList(sending) && stopped.has(sending.to)) return { refused: 'stopped' }
      const refused = tally.take(countedBy(sending, place))
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
    settle: tally.settle,
  }
}

/** The same for one message. */
export async function askPermit(parts: PermitParts, sending: Sending): Promise<Permit | Refused> {
  const permits = await openPermits(parts, [sending])
  const answer = permits.ask(sending)
  await permits.settle()
  return answer
}

export function isRefused(answer: Permit | Refused): answer is Refused {
  return 'refused' in answer
}

/** Uses a permit up. Fails where it was made up, used before, or given for another message. */
export function usePermit(permit: Permit, { channel, to }: Pick<Permit, 'channel' | 'to'>): void {
  if (!unused.delete(permit))
    throw new Error('There is no permit for this message: ask for one, and use it once.')
  if (permit.channel !== channel || permit.to !== to) throw new Error('This permit is for another address.')
}

const unused = new WeakSet<Permit>()

/** Of these addresses, the ones that want no emails from the account. */
async function stoppedAmong(
  { sql, accountId, site }: PermitParts,
  sendings: readonly Sending[],
): Promise<ReadonlySet<string>> {
  const addresses = sendings.filter(asksList).map(({ to }) => to)
  if (addresses.length === 0 || accountId === null) return new Set()
  return listStopped(sql, { accountId, addresses, key: mailOf(site).key })
}

function stopLinkOf({ accountId, site }: PermitParts, sending: Sending): string | undefined {
  if (!offersStop(sending) || accountId === null) return undefined
  const { key } = mailOf(site)
  // As it will be written in the texts, where a host of another script is spelled in ASCII.
  return new URL(`${site.publicUrl}/unsubscribe/${stopToken(key, accountId, addressKey(key, sending.to))}`)
    .href
}

function mailOf({ mail }: PermitParts['site']): Site['mail'] {
  if (!mail) throw new Error('Emails that people can say no to need the mail key of the installation.')
  return mail
}

/** The caps of this installation. */
export function capsOf({ mail }: Partial<Pick<Site, 'mail'>>): Record<CapKind, number> {
  if (!mail) return standardCaps
  return { ...standardCaps, 'account-email': mail.accountDaily, 'share-link': mail.shareLinkDaily }
}
