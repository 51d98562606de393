import { personal } from '../../../src/catalog.ts'
import type { Caller, GuestCaller } from '../../../src/contract/caller.ts'
import type { Operation, Site } from '../../../src/contract/operation.ts'
import { networkOf } from '../../../src/contract/payer.ts'
import type { OutgoingMessage } from '../../../src/contract/ports.ts'
import type { Gate } from '../../../src/gate.ts'
import { openMessage } from '../../../src/identity/sealed-message.ts'
import { findTaker, guestOf, reportGuestOf } from '../../../src/identity/taker.ts'
import type { UndoableDatabase } from './database.ts'

/** What somebody outside of the account holds: links that they got, sessions that these opened, and what they read. */
export type Held = { links: readonly string[]; sessions: readonly string[] }

export type World = {
  database: UndoableDatabase
  gate: Gate
  site: Site
  clock: () => Date
  accountId: string
}

/** Messages that wait for these addresses. */
export async function messagesTo(
  { database, site, accountId }: World,
  isMeant: (to: string) => boolean,
): Promise<OutgoingMessage[]> {
  const rows = await database.asSystem<{ id: string; content_sealed: Buffer }>(
    `select id, content_sealed from outbox where account_id = $1 and content_sealed is not null order by created_at`,
    [accountId],
  )
  return rows
    .map(({ id, content_sealed }) => openMessage(content_sealed, site.secretKey, { accountId, id }))
    .filter(({ to }) => isMeant(to))
}

export function linksIn(text: string): string[] {
  return [...text.matchAll(/https?:\/\/[^\s"<>\\]+\/[tr]\/[\w.-]+/g)].map(([link]) => link)
}

/** Where the outsider's requests come from. */
export const network = networkOf('192.0.2.1')

const readings = [
  'readSitting',
  'readOwnReport',
  'exportOwnResults',
  'readErasure',
  'readOwnReportLink',
] as const

/**
 * Opens every link as a stranger would and reads all that it shows. Returns what was read, and what is held from now
 * on: sessions stay, and are read again after the next call.
 */
export async function openEverything(
  world: World,
  held: Held,
  mine: {
    email: string
    isMine: (to: string) => boolean
    known: readonly string[]
    /** Links that stood in the answer to a call. */
    given: readonly string[]
  },
): Promise<{ seen: unknown[]; held: Held }> {
  const seen: unknown[] = []
  const sessions = [...held.sessions]
  const links = new Set(held.links)
  const ask = async (operation: unknown, caller: Caller, input: Record<string, unknown> = {}) => {
    const { name } = operation as Operation
    try {
      const { resource, beside } = await world.gate(operation as Operation, caller, input, { id: 'outsider' })
      seen.push({ [name]: { resource, beside } })
      return resource as Record<string, unknown> | null
    } catch (error) {
      seen.push({ [name]: String(error) })
      return undefined
    }
  }
  const come = (opened: Record<string, unknown> | null | undefined) => {
    if (typeof opened?.secret === 'string') sessions.push(opened.secret)
  }
  const letters = await messagesTo(world, mine.isMine)
  seen.push(letters)
  const told = [...letters.flatMap((letter) => linksIn(letter.text)), ...mine.given]
  const fresh = [...new Set(told)].filter((link) => !links.has(link))
  for (const link of [...held.links, ...fresh]) {
    links.add(link)
    const token = link.split('/').at(-1) ?? ''
    const guest = (guestOf(token, network) ?? reportGuestOf(token, world.site.region, network)) as GuestCaller
    const isNew = !held.links.includes(link)
    if (guest.link === 'report') await ask(personal.readLinkedReport, guest, { otherwise: 'en' })
    if (guest.link === 'personal') {
      await ask(personal.readLink, guest)
      if (isNew) come(await ask(personal.startSitting, guest))
    }
    if (guest.link === 'shared' && isNew) {
      await ask(personal.readShareLink, guest)
      come(await ask(personal.startFromShareLink, guest, { firstName: 'Mal' }))
      await ask(personal.startFromShareLink, guest, { firstName: 'Mal', email: mine.email })
      for (const email of mine.known) {
        await ask(personal.startFromShareLink, guest, { firstName: 'Mal', email })
      }
    }
  }
  for (const secret of sessions) {
    const taker = await findTaker(world.database, world.site.region, secret, world.clock())
    if (!taker) continue
    for (const name of readings) {
      await ask(personal[name], taker, name === 'readOwnReport' ? { otherwise: 'en' } : {})
    }
    const made = await ask(personal.makeOwnReportLink, taker)
    const guest =
      typeof made?.url === 'string' && reportGuestOf(made.url.split('/').at(-1) ?? '', taker.region, network)
    if (guest) await ask(personal.readLinkedReport, guest, { otherwise: 'en' })
  }
  return { seen, held: { links: [...links], sessions } }
}
