import { z } from 'zod'
import { notFound } from '../../contract/failure.ts'
import { type Context, operation } from '../../contract/operation.ts'
import { accountViewFields, appearanceOf } from '../account/appearance.ts'
import { noticeKinds } from './model.ts'
import { findNoticeMember, listChoices, type NoticeOwner, removeChoices } from './store.ts'

/** What the page behind the unsubscribe link of these emails shows. Reading it changes nothing. */
export const readNoticeLink = operation({
  name: 'read_notice_link',
  summary: 'Read whether a member gets emails about people',
  access: 'guest',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'reads',
  evenPaused: true,
  refuses: ['missing'],
  input: z.strictObject({}),
  output: z.strictObject({ ...accountViewFields, isOn: z.boolean() }),
  async run(context) {
    const { sql, account } = context
    const owner = await openOwner(context)
    return {
      resource: {
        accountName: account.name,
        appearance: await appearanceOf(sql, account),
        isOn: (await listChoices(sql, owner)).length > 0,
      },
    }
  },
})

/**
 * Turns all of the member's emails about people off. Only signing in turns them on again: the link is in emails that may
 * be forwarded.
 */
export const stopMemberNotices = operation({
  name: 'stop_member_notices',
  summary: "Turn a member's emails about people off",
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
    const owner = await openOwner(context)
    const removed = await removeChoices(context.sql, owner, noticeKinds)
    const target = { type: 'member', id: owner.memberId } as const
    const changes = Object.fromEntries(removed.map((kind) => [kind, 'off']))
    return { resource: null, changes: removed.length > 0 ? [{ target, changes }] : [] }
  },
})

/** The link is the proof: it came in an email to this member. */
async function openOwner({ sql, account, caller }: Context): Promise<NoticeOwner> {
  const owner = caller.kind === 'guest' &&
    caller.link === 'notices' && { accountId: account.id, memberId: caller.linkHash.toString('hex') }
  if (!owner || !(await findNoticeMember(sql, owner))) throw notFound('This link is unknown.')
  return owner
}
