import { z } from 'zod'
import { fullName } from '../../contract/full-name.ts'
import { type Change, operation } from '../../contract/operation.ts'
import { PublicId, Timestamp } from '../../contract/shapes.ts'
import { countUsableLinks, endUsableLinks, type LinkKind, listUsableLinks } from './store.ts'

const kinds = ['report', 'share', 'invite'] as const
const Kind = z.enum(kinds)

/** Where a page of links starts: after the link with this time and id. */
const LinkCursor = z.strictObject({ createdAt: Timestamp, id: PublicId })

const Link = z.strictObject({
  id: PublicId,
  profileId: PublicId.nullable(),
  personName: z.string().nullable(),
  madeBy: z.string().nullable(),
  bySelf: z.boolean(),
  byProgram: z.boolean(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  lastUsedAt: Timestamp.nullable(),
  /** Never opened. Omitted by regions that run an older release. */
  isUnused: z.boolean().optional(),
  /** How many invite and report links the person has. Omitted by regions that run an older release. */
  linksOfPerson: z.int().optional(),
})

const LinkPage = z.strictObject({
  counts: z.strictObject({ report: z.int(), share: z.int(), invite: z.int() }),
  links: z.array(Link),
  /** Where the next page starts; null on the last page. */
  next: LinkCursor.nullable(),
})

const pageSize = 25

export const listLinks = operation({
  name: 'list_links',
  summary:
    'List active links of one kind, also by name or email of their person, and count those of every kind',
  access: 'member',
  roles: ['owner'],
  signIn: 'any',
  reveals: 'identity',
  issues: 'nothing',
  effect: 'reads',
  evenPaused: true,
  input: z.strictObject({
    kind: Kind,
    after: LinkCursor.optional(),
    search: z.string().min(1).max(100).optional(),
  }),
  output: LinkPage,
  async run({ sql, account, now }, { kind, after, search }) {
    const at = { accountId: account.id, now: now(), after, limit: pageSize + 1, search }
    const [rows, counts] = await Promise.all([listUsableLinks(sql, kind, at), countUsableLinks(sql, at)])
    const links = rows.slice(0, pageSize)
    const last = rows.length > pageSize ? links.at(-1) : undefined
    return {
      resource: {
        counts,
        links: links.map(({ firstName, lastName, ...link }) => ({
          ...link,
          personName: fullName({ firstName, lastName }),
        })),
        next: last ? { createdAt: last.createdAt, id: last.id } : null,
      },
    }
  },
})

export const endLinks = operation({
  name: 'end_links',
  summary: 'Revoke a link, or all invite and report links of a person',
  access: 'member',
  roles: ['owner'],
  signIn: 'any',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'replaces',
  emits: ['shareLink.ended'],
  evenPaused: true,
  input: z.strictObject({ kind: Kind, id: PublicId, ofPerson: z.boolean() }),
  output: z.strictObject({ ended: z.int() }),
  async run({ sql, account, now }, { kind, id, ofPerson }) {
    const at = { accountId: account.id, now: now() }
    const changes: Change[] = []
    for (const one of ofPerson ? (['report', 'invite'] as const) : [kind]) {
      const ended = await endUsableLinks(sql, one, { ...at, ...(ofPerson ? { profileId: id } : { id }) })
      for (const link of ended) changes.push(changeOf(one, link))
    }
    return { resource: { ended: changes.length }, changes }
  },
})

function changeOf(kind: LinkKind, { id, profileId }: { id: string; profileId: string | null }): Change {
  if (kind === 'report') return { action: 'delete_report_link', target: { type: 'report_link', id } }
  if (kind === 'share') return { action: 'end_share_link', target: { type: 'share_link', id } }
  return { action: 'end_invite_link', target: { type: 'profile', id: profileId ?? id } }
}
