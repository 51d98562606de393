import { z } from 'zod'
import { notFound } from '../../contract/failure.ts'
import { operation } from '../../contract/operation.ts'
import { PublicId } from '../../contract/shapes.ts'
import { endShareLinkRow } from './store.ts'

/**
 * Ends a share link: no one can start from it any more, and people who have started can continue. Not in REST, because
 * programs never get the id.
 */
export const endShareLink = operation({
  name: 'end_share_link',
  summary: 'Revoke a public link',
  access: 'member',
  reveals: 'nothing',
  issues: 'nothing',
  roles: ['owner'],
  signIn: 'any',
  effect: 'replaces',
  emits: ['shareLink.ended'],
  evenPaused: true,
  refuses: ['missing'],
  input: z.strictObject({ shareLinkId: PublicId }),
  output: z.null(),
  async run({ sql, account, now }, { shareLinkId }) {
    if (!(await endShareLinkRow(sql, account.id, shareLinkId, now()))) throw notFound('This link has ended.')
    return { resource: null, changes: [{ target: { type: 'share_link', id: shareLinkId } }] }
  },
})
