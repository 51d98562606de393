import { z } from 'zod'
import { notFound } from '../../contract/failure.ts'
import { operation } from '../../contract/operation.ts'
import { PublicId } from '../../contract/shapes.ts'
import { endShareLinkRow } from './store.ts'

/** Nobody starts from it any more; who has started goes on. It has no door in REST: the id is told to no program. */
export const endShareLink = operation({
  name: 'end_share_link',
  summary: 'End a shareable link before its time',
  access: 'member',
  reveals: 'nothing',
  issues: 'nothing',
  roles: ['owner'],
  signIn: 'any',
  effect: 'replaces',
  evenPaused: true,
  refuses: ['missing'],
  input: z.strictObject({ shareLinkId: PublicId }),
  output: z.null(),
  async run({ sql, account, now }, { shareLinkId }) {
    if (!(await endShareLinkRow(sql, account.id, shareLinkId, now()))) throw notFound('This link has ended.')
    return { resource: null, changes: [{ target: { type: 'share_link', id: shareLinkId } }] }
  },
})
