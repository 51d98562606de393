import { z } from 'zod'
import { siteTexts } from '../../content/site.ts'
import { itemsIn } from '../../content/texts.ts'
import { Failure, invalid, notFound } from '../../contract/failure.ts'
import { type Locale, locales } from '../../contract/locale.ts'
import { type Context, operation } from '../../contract/operation.ts'
import { PublicId, Timestamp } from '../../contract/shapes.ts'
import { hashSecret, newAccountSecret } from '../../identity/secret.ts'
import { peerItems } from '../../scoring/peer-items.ts'
import { accountViewFields, appearanceOf } from '../account/appearance.ts'
import { findParticipant, type Participant } from './participant-store.ts'
import {
  clearPeer,
  findPeer,
  insertPeerLink,
  listPeerLinks,
  removePeerLink,
  writePeerAnswers,
} from './peer-store.ts'

/**
 * A person who takes part gives links to people who know them, in whatever way they like: Timbre sends nothing to them, so
 * nobody can use it to reach strangers. Each link takes one answer. Nobody reads single answers: not the person, not the
 * account, and a release has them only as correlations over people about whom at least three have answered.
 */

const day = 86_400_000
const linkDays = 28
/** Also of expired ones. More would make one person's life a survey, and a table grow without bound. */
export const mostPeerLinks = 8

export const createPeerLink = operation({
  name: 'create_peer_link',
  summary: 'Create a link for someone who knows the person, to answer about them once',
  access: 'guest',
  reveals: 'own',
  issues: 'nothing',
  effect: 'adds',
  emits: [],
  refuses: ['missing', 'conflict'],
  input: z.strictObject({}),
  output: z.strictObject({ url: z.string(), expiresAt: Timestamp }),
  async run(context) {
    const { sql, account, newId, now, installation } = context
    const one = await openParticipation(context)
    const at = now()
    const links = await listPeerLinks(sql, account.id, one.id)
    if (links.length >= mostPeerLinks)
      throw new Failure('conflict', { message: 'You have the most links. Turn one off first.' })
    const token = newAccountSecret('tmb_peer_', account.id)
    const expiresAt = new Date(at.getTime() + linkDays * day)
    const link = { id: newId(), participantId: one.id, tokenHash: hashSecret(token), now: at, expiresAt }
    await insertPeerLink(sql, account.id, link)
    return {
      resource: { url: `${installation.publicUrl}/study/peer/${token}`, expiresAt: expiresAt.toISOString() },
      changes: [],
    }
  },
})

/** Turns a link off and deletes what was answered with it. Nothing happens if there is none. */
export const revokePeerLink = operation({
  name: 'revoke_peer_link',
  summary: 'Turn off a link for someone who knows the person, and delete what was answered with it',
  access: 'guest',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'replaces',
  emits: [],
  evenPaused: true,
  refuses: ['missing'],
  input: z.strictObject({ id: PublicId }),
  output: z.null(),
  async run(context, { id }) {
    const one = await openParticipation(context)
    await removePeerLink(context.sql, context.account.id, one.id, id)
    return { resource: null, changes: [] }
  },
})

/** What someone with such a link sees. It doesn't name the person, so that a lost link says nothing about anyone. */
export const readPeerLink = operation({
  name: 'read_peer_link',
  summary: 'Read what the link for someone who knows a person shows',
  access: 'guest',
  reveals: 'own',
  issues: 'nothing',
  effect: 'reads',
  evenPaused: true,
  refuses: ['missing'],
  input: z.strictObject({ locale: z.enum(locales) }),
  output: z.strictObject({
    ...accountViewFields,
    isAnswered: z.boolean(),
    labels: z.array(z.string()),
    items: z.array(z.strictObject({ n: z.int(), text: z.string() })),
  }),
  async run(context, { locale }) {
    const { sql, account } = context
    const { isAnswered } = await openPeer(context)
    return {
      resource: {
        accountName: account.name,
        appearance: await appearanceOf(sql, account),
        isAnswered,
        labels: [...itemsIn(locale).focus.answers],
        items: peerItems.map(({ n }) => ({ n, text: statement(locale, n) })),
      },
    }
  },
})

/** Saves the answers, all at once and once. */
export const savePeerAnswers = operation({
  name: 'save_peer_answers',
  summary: 'Answer about the person who gave the link',
  access: 'guest',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'replaces',
  emits: [],
  refuses: ['missing', 'invalid'],
  input: z.strictObject({ answers: z.record(z.string().regex(/^s\d{1,2}$/), z.string().max(1)) }),
  output: z.null(),
  async run(context, { answers }) {
    const { sql, account } = context
    const { id, isAnswered } = await openPeer(context, true)
    const entries = peerItems.map(({ n }) => [String(n), Number(answers[`s${n}`] || Number.NaN)] as const)
    if (!entries.every(([, value]) => Number.isInteger(value) && value >= 0 && value <= 5))
      throw invalid('Some answers are missing. Answer everything on this page.', { param: 'answers' })
    if (!isAnswered) await writePeerAnswers(sql, account.id, id, Object.fromEntries(entries))
    return { resource: null, changes: [] }
  },
})

/** Deletes the rater's answers. The link then shows nothing. */
export const removePeerAnswers = operation({
  name: 'remove_peer_answers',
  summary: 'Delete what was answered with the link',
  access: 'guest',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'replaces',
  emits: [],
  evenPaused: true,
  refuses: ['missing'],
  input: z.strictObject({}),
  output: z.null(),
  async run(context) {
    const { id } = await openPeer(context, true)
    await clearPeer(context.sql, context.account.id, id)
    return { resource: null, changes: [] }
  },
})

/** Locks the participation, so that links are counted one after the other. */
async function openParticipation({ sql, account, caller }: Context): Promise<Participant> {
  const isGuest = caller.kind === 'guest' && caller.link === 'study'
  const one = isGuest ? await findParticipant(sql, account.id, caller.linkHash, true) : undefined
  if (!one || one.agreedAt === null) throw notFound('This link shows no study anymore.')
  return one
}

async function openPeer({ sql, account, caller, now }: Context, lock = false) {
  const isGuest = caller.kind === 'guest' && caller.link === 'peer'
  const peer = isGuest ? await findPeer(sql, account.id, caller.linkHash, now(), lock) : undefined
  if (!peer) throw notFound('This link shows nothing anymore.')
  return peer
}

function statement(locale: Locale, n: number): string {
  return siteTexts(locale)[`peer.s${n}` as 'peer.s1']
}
