import { z } from 'zod'
import { notFound } from '../../contract/failure.ts'
import { type Context, operation } from '../../contract/operation.ts'
import { accountViewFields, appearanceOf } from '../account/appearance.ts'
import { findOptOuts, insertOptOut, type OptOutAddress, removeOptOuts } from './store.ts'

const Choice = z.enum(['none', 'account', 'everywhere'])

/** What the page behind an email's stop link shows. Reading it changes nothing. */
export const readMailChoice = operation({
  name: 'read_mail_choice',
  summary: 'Read whether an address is unsubscribed from emails',
  access: 'guest',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'reads',
  evenPaused: true,
  refuses: ['missing'],
  input: z.strictObject({}),
  output: z.strictObject({ ...accountViewFields, stopped: Choice }),
  async run(context) {
    const { sql, account } = context
    const choice = await findOptOuts(sql, addressOf(context))
    return {
      resource: {
        accountName: account.name,
        appearance: await appearanceOf(sql, account),
        stopped: choice.everywhere
          ? ('everywhere' as const)
          : choice.account
            ? ('account' as const)
            : ('none' as const),
      },
    }
  },
})

/**
 * Stops emails to the address that the link came to, from its account or from every account of the installation, or takes
 * that back. The link is the proof: it came in an email to this very address.
 */
export const changeMailChoice = operation({
  name: 'change_mail_choice',
  summary: 'Unsubscribe an address from emails, or subscribe it again',
  access: 'guest',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'replaces',
  emits: [],
  evenPaused: true,
  refuses: ['missing'],
  input: z.strictObject({ stopped: Choice }),
  output: z.null(),
  async run(context, { stopped }) {
    const { sql, account } = context
    const address = addressOf(context)
    const changed =
      stopped === 'none'
        ? await removeOptOuts(sql, address)
        : await insertOptOut(sql, address, { from: stopped, now: context.now() })
    const target = { type: 'account', id: account.id } as const
    return { resource: null, changes: changed ? [{ target, changes: { stopped } }] : [] }
  },
})

function addressOf({ account, caller }: Context): OptOutAddress {
  if (caller.kind !== 'guest' || caller.link !== 'stop') throw notFound('This link is unknown.')
  return { accountId: account.id, addressKey: caller.linkHash }
}
