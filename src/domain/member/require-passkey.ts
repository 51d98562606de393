import { z } from 'zod'
import { Failure } from '../../contract/failure.ts'
import { operation } from '../../contract/operation.ts'
import { notifyOwners } from '../notice/notify-owners.ts'
import { lockMembersWithSelf, refuseInSandbox } from './self.ts'
import { setRequirePasskey } from './store.ts'

const Requirement = z.strictObject({ requirePasskey: z.boolean() })

/**
 * Owners only, on their page: no token can weaken how members sign in. An owner who turns it on must have signed in
 * with a passkey, and so can't lock themselves out.
 */
export const requirePasskey = operation({
  name: 'require_passkey',
  summary: 'Require members to sign in with a passkey, or stop requiring it',
  access: 'member',
  roles: ['owner'],
  signIn: 'recent',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'replaces',
  emits: [],
  refuses: ['forbidden'],
  input: Requirement,
  output: Requirement,
  async run(context, { requirePasskey }) {
    refuseInSandbox(context)
    const { sql, account, caller } = context
    const { self } = await lockMembersWithSelf(context)
    if (!(caller.kind === 'member' && caller.signIn?.byPasskey)) {
      throw new Failure('passkey_required', { message: 'Sign in with your own passkey first.' })
    }
    if (account.requirePasskey === requirePasskey) return { resource: { requirePasskey }, changes: [] }
    await setRequirePasskey(sql, account.id, requirePasskey)
    await notifyOwners(context, self.id, { kind: requirePasskey ? 'passkeysRequired' : 'passkeysOptional' })
    const target = { type: 'account', id: account.id } as const
    return { resource: { requirePasskey }, changes: [{ target, changes: { requirePasskey } }] }
  },
})
