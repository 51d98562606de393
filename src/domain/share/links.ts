import { z } from 'zod'
import { Cursor, type CursorScope, pageOf, rowsToRead, startOf } from '../../contract/cursor.ts'
import { Failure } from '../../contract/failure.ts'
import { operation } from '../../contract/operation.ts'
import { AssessmentId, OptionalPageNumber, PageSize, PublicId, Timestamp } from '../../contract/shapes.ts'
import { makerOf } from '../link/maker.ts'
import { listShareLinkRows, type ShareLinkKey } from './list-store.ts'
import { addressOf, sealContext } from './model.ts'
import { endShareLinkRow } from './store.ts'

const State = z.enum(['active', 'full', 'revoked', 'expired']).meta({
  description: '`full`: it has had `maxStarts` people. Only from active links can anyone start.',
  examples: ['active'],
})

const ShareLink = z
  .strictObject({
    id: PublicId,
    link: z
      .string()
      .nullable()
      .meta({
        description:
          'Complete URL. Null if the link has ended, or if another app or API key created it: it ends with that one.',
        examples: ['https://timbre.example.com/t/us.tmb_share_aSAxjksaDH0uj1pjAAECAwQFBgcICQoL'],
      }),
    state: State,
    createdAt: Timestamp,
    expiresAt: Timestamp,
    maxStarts: z
      .int()
      .nullable()
      .meta({ description: 'How many people can start.', examples: [40] }),
    startsSoFar: z.int().meta({
      description: 'How many have started, or asked for their personal link by email.',
      examples: [12],
    }),
    tagIds: z.array(PublicId).meta({ description: 'Tags of people who start.' }),
    customId: z
      .string()
      .nullable()
      .meta({ description: 'Their alias.', examples: ['spring-intake'] }),
    assessmentIds: z.array(AssessmentId).meta({
      description: "Their assessments; empty for the account's default.",
      examples: [['disc']],
    }),
  })
  .meta({ id: 'ShareLink', description: 'A public link that anyone can start from.' })

export const listAssessmentInvites = operation({
  name: 'list_assessment_invites',
  summary: 'List public links, newest first',
  description: 'Links are listed for at least 30 days after they were revoked or expired.',
  scope: 'profiles:write',
  reveals: 'nothing',
  issues: 'shareLink',
  effect: 'reads',
  input: z.strictObject({
    isActive: z
      .boolean('must be true or false')
      .optional()
      .meta({
        description: 'Only links from which anyone can start, or only the others.',
        examples: [true],
      }),
    limit: PageSize,
    page: OptionalPageNumber,
    after: Cursor,
  }),
  output: z.array(ShareLink),
  rest: {
    group: 'assessment invites',
    route: 'GET /assessment-invites',
    sdk: 'shareLinks.list',
    key: 'shareLinks',
    status: 200,
  },
  async run({ sql, account, caller, installation, now }, { isActive, limit, page, after }) {
    const scope = { ...cursorScope, accountId: account.id, order: `isActive=${isActive ?? ''}` }
    const start = startOf({ page, limit, cursor: after }, scope)
    const wanted = { accountId: account.id, now: now(), isActive, maker: makerOf(caller) }
    const found = await listShareLinkRows(sql, wanted, rowsToRead(start))
    const { rows, pagination, cursor } = pageOf(
      start,
      found,
      scope,
      ({ createdAt, id }) => [createdAt, id] as const,
    )
    const links = rows.map(({ tokenSealed, ...link }) => {
      const token =
        tokenSealed && installation.secretKey.unseal(tokenSealed, sealContext(account.id, link.id))
      return { ...link, link: token && addressOf(installation, token.toString('utf8')) }
    })
    return { resource: links, siblings: { pagination }, cursor }
  },
})

const cursorScope: Omit<CursorScope<ShareLinkKey>, 'accountId'> = {
  parameter: 'after',
  list: 'share links',
  key: z.tuple([Timestamp.regex(/^[12]/), PublicId]),
}

export const endShareLink = operation({
  name: 'end_share_link',
  summary: 'Revoke a public link',
  description:
    'No one can start from it any more once the response has arrived. People who have started can continue. ' +
    'Returns 404 if the link has already ended.',
  scope: 'profiles:write',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'replaces',
  evenBeyondQuotas: true,
  emits: ['shareLink.ended'],
  refuses: ['missing'],
  input: z.strictObject({ shareLinkId: PublicId }),
  output: z.null(),
  rest: {
    group: 'assessment invites',
    route: 'DELETE /assessment-invite/{shareLinkId}',
    sdk: 'shareLinks.revoke',
    status: 204,
  },
  async run({ sql, account, now }, { shareLinkId }) {
    if (!(await endShareLinkRow(sql, account.id, shareLinkId, now()))) {
      throw new Failure('share_link_not_found')
    }
    return { resource: null, changes: [{ target: { type: 'share_link', id: shareLinkId } }] }
  },
})
