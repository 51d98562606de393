import { z } from 'zod'
import { operation } from '../../contract/operation.ts'
import { roles } from '../../contract/role.ts'
import { ownOf } from './own.ts'
import { listMembers } from './store.ts'

/** The sessions themselves are kept by the authorization server; this is their trace in each account. */
export const endSessionsOperation = operation({
  name: 'end_sessions',
  summary: 'Record that a member ended sessions: one, all others, or every one',
  access: 'member',
  roles,
  signIn: 'any',
  evenWithoutPasskey: true,
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'adds',
  evenPaused: true,
  input: z.strictObject({ which: z.enum(['one', 'others', 'everywhere']) }),
  output: z.null(),
  async run({ sql, account, caller }, { which }) {
    const self = ownOf(await listMembers(sql, account.id), caller)
    return { resource: null, changes: [{ target: { type: 'member', id: self.id }, changes: { which } }] }
  },
})
