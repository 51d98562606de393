import { z } from 'zod'
import { operation } from '../../contract/operation.ts'
import { roles } from '../../contract/role.ts'
import { findSelf } from './self.ts'
import { listMemberRows } from './store.ts'

/** The sessions are stored by the authorization server; this is their audit entry in each account. */
export const endSessions = operation({
  name: 'end_sessions',
  summary: 'Record that a member ended one session, all others, or all',
  access: 'member',
  roles,
  signIn: 'any',
  evenWithoutPasskey: true,
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'adds',
  emits: [],
  evenPaused: true,
  input: z.strictObject({ which: z.enum(['one', 'others', 'everywhere']) }),
  output: z.null(),
  async run({ sql, account, caller }, { which }) {
    const self = findSelf(await listMemberRows(sql, account.id), caller)
    return { resource: null, changes: [{ target: { type: 'member', id: self.id }, changes: { which } }] }
  },
})

/** Passkeys are stored by the authorization server too. Changing them ends the other sessions. */
export const changePasskeys = operation({
  name: 'change_passkeys',
  summary: 'Record that a member added or removed a passkey, and that this ended their other sessions',
  access: 'member',
  roles,
  signIn: 'any',
  evenWithoutPasskey: true,
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'adds',
  emits: [],
  evenPaused: true,
  input: z.strictObject({ change: z.enum(['added', 'removed']), endedSessions: z.boolean() }),
  output: z.null(),
  async run({ sql, account, caller }, { change, endedSessions }) {
    const self = findSelf(await listMemberRows(sql, account.id), caller)
    const target = { type: 'member', id: self.id } as const
    const action = change === 'added' ? 'add_passkey' : 'remove_passkey'
    const ended = { action: 'end_sessions', target, changes: { which: 'others' } }
    return { resource: null, changes: [{ action, target }, ...(endedSessions ? [ended] : [])] }
  },
})
