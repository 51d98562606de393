import { linkOperations } from '../../../src/catalog.ts'
import type { Caller, GuestCaller, TakerCaller } from '../../../src/contract/caller.ts'
import type { InstallationConfig, Operation } from '../../../src/contract/operation.ts'
import { networkOf } from '../../../src/contract/payer.ts'
import type { OutgoingMessage } from '../../../src/contract/ports.ts'
import { cardParts } from '../../../src/domain/share-card/model.ts'
import type { Gate } from '../../../src/gate/gate.ts'
import { unsealMessage } from '../../../src/identity/sealed-message.ts'
import { findTaker, parseLink, parseReportLink, parseShareCard } from '../../../src/identity/taker.ts'
import type { UndoableDatabase } from './database.ts'

/** What an outsider has: links they received, the sessions opened with them, and what they read. */
export type Held = { links: readonly string[]; sessions: readonly string[] }

export type ClosureContext = {
  database: UndoableDatabase
  gate: Gate
  installation: InstallationConfig
  clock: () => Date
  accountId: string
}

/** Pending messages to these addresses. */
export async function outboxMessages(
  { database, installation, accountId }: ClosureContext,
  isMeant: (to: string) => boolean,
): Promise<OutgoingMessage[]> {
  const rows = await database.asSystem<{ id: string; content_sealed: Buffer }>(
    `select id, content_sealed from outbox where account_id = $1 and content_sealed is not null order by created_at`,
    [accountId],
  )
  return rows
    .map(({ id, content_sealed }) => unsealMessage(content_sealed, installation.secretKey, { accountId, id }))
    .filter(({ to }) => isMeant(to))
}

export function linksInText(text: string): string[] {
  return [...text.matchAll(/https?:\/\/[^\s"<>\\]+\/[tr]\/[\w.-]+/g)].map(([link]) => link)
}

/** The network of the outsider's requests. */
export const network = networkOf('192.0.2.1')

const readings = ['readSitting', 'readOwnReport', 'exportOwnResults', 'readErasure'] as const

/**
 * Opens every link as an outsider would and reads every page that it leads to. Returns what was read and what the
 * outsider now has: sessions stay open and are read again after the next call.
 */
export async function openEverything(
  world: ClosureContext,
  held: Held,
  mine: {
    email: string
    isMine: (to: string) => boolean
    known: readonly string[]
    /** Links in the answer to a call. */
    given: readonly string[]
  },
): Promise<{ seen: unknown[]; held: Held }> {
  const seen: unknown[] = []
  const sessions = [...held.sessions]
  const links = new Set(held.links)
  const ask = async (operation: unknown, caller: Caller, input: Record<string, unknown> = {}) => {
    const { name } = operation as Operation
    try {
      const { resource, siblings } = await world.gate(operation as Operation, caller, input, {
        id: 'outsider',
      })
      seen.push({ [name]: { resource, siblings } })
      return resource as Record<string, unknown> | null
    } catch (error) {
      seen.push({ [name]: String(error) })
      return undefined
    }
  }
  const come = (opened: Record<string, unknown> | null | undefined) => {
    if (typeof opened?.secret === 'string') sessions.push(opened.secret)
  }
  const letters = await outboxMessages(world, mine.isMine)
  seen.push(letters)
  const received = [...letters.flatMap((letter) => linksInText(letter.text)), ...mine.given]
  const fresh = [...new Set(received)].filter((link) => !links.has(link))
  for (const link of [...held.links, ...fresh]) {
    links.add(link)
    const token = link.split('/').at(-1) ?? ''
    const guest = (parseLink(token, network) ??
      parseReportLink(token, world.installation.region, network)) as GuestCaller
    const isNew = !held.links.includes(link)
    if (guest.link === 'report') await ask(linkOperations.readLinkedReport, guest, { otherwise: 'en' })
    if (guest.link === 'personal') {
      await ask(linkOperations.readLink, guest)
      if (isNew) {
        come(await ask(linkOperations.startSitting, guest))
        come(await byCode(world, mine.isMine, ask, guest))
      }
    }
    if (guest.link === 'shared' && isNew) {
      await ask(linkOperations.readShareLink, guest)
      come(await ask(linkOperations.startFromShareLink, guest, { firstName: 'Mal' }))
      await ask(linkOperations.startFromShareLink, guest, { firstName: 'Mal', email: mine.email })
      for (const email of mine.known) {
        await ask(linkOperations.startFromShareLink, guest, { firstName: 'Mal', email })
      }
    }
  }
  for (const secret of sessions) {
    const taker = await findTaker(world.database, world.installation.region, secret, world.clock())
    if (!taker) continue
    for (const name of readings) {
      await ask(linkOperations[name], taker, name === 'readOwnReport' ? { otherwise: 'en' } : {})
    }
    await shareCard(taker, ask)
    // A new link would end the one that is held.
    if (await ask(linkOperations.readOwnReportLink, taker)) continue
    const made = await ask(linkOperations.makeOwnReportLink, taker)
    if (typeof made?.url !== 'string') continue
    links.add(made.url)
    const guest = parseReportLink(made.url.split('/').at(-1) ?? '', taker.region, network)
    if (guest) await ask(linkOperations.readLinkedReport, guest, { otherwise: 'en' })
  }
  return { seen, held: { links: [...links], sessions } }
}

/** Makes a card with everything on it, and opens it as a stranger. */
async function shareCard(
  taker: TakerCaller,
  ask: (operation: unknown, caller: Caller, input?: Record<string, unknown>) => Promise<unknown>,
): Promise<void> {
  const own = (await ask(linkOperations.readOwnShareCard, taker, { locale: 'en' })) as
    | { card: { url: string } | null }
    | undefined
  const input = { shows: cardParts, locale: 'en' }
  const card =
    own?.card ?? ((await ask(linkOperations.makeOwnShareCard, taker, input)) as { url: string } | undefined)
  const token = card?.url.split('/').at(-1) ?? ''
  const guest = parseShareCard(token, taker.region, network)
  if (guest) await ask(linkOperations.readShareCard, guest)
}

/** Gets back to the results with a code, if one comes to an address of the outsider. */
async function byCode(
  world: ClosureContext,
  isMine: (to: string) => boolean,
  ask: (
    operation: unknown,
    caller: Caller,
    input?: Record<string, unknown>,
  ) => Promise<Record<string, unknown> | null | undefined>,
  guest: GuestCaller,
): Promise<Record<string, unknown> | null | undefined> {
  const asked = await ask(linkOperations.requestResultsCode, guest)
  const [code] = (await outboxMessages(world, isMine)).flatMap(
    ({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? [],
  )
  if (!asked || code === undefined) return undefined
  return ask(linkOperations.openResultsByCode, guest, { attempt: asked.attempt, code })
}
