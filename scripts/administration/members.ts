import { z } from 'zod'
import { conflict, missing } from '../../src/contract/failure.ts'
import { type Role, roles } from '../../src/contract/role.ts'
import { EmailAddress, PublicId } from '../../src/contract/shapes.ts'
import {
  insertMember,
  listMembers,
  lockMembers,
  type Member,
  removeMember,
  setRole,
} from '../../src/domain/member/store.ts'
import { command } from './command.ts'
import { changing, reading } from './shell.ts'
import { table } from './table.ts'

export const addMember = command({
  name: 'member add',
  summary: 'Let a person act for an account, as user unless told otherwise; or give a member another role.',
  usage: `--account ID --email E [--role ${roles.join('|')}]`,
  input: z.strictObject({
    account: PublicId,
    email: EmailAddress,
    role: z.enum(roles, `must be one of ${roles.join(', ')}`).optional(),
  }),
  async run(shell, { account, email, role }) {
    const { member, done } = await changing(shell, account, 'add_member', async (sql) => {
      const members = await lockMembers(sql, account)
      const found = members.find((one) => one.email === email)
      if (found) return changeRole(found, role)
      const now = shell.now()
      const made = { id: shell.newId(), email, role: role ?? 'user' }
      await insertMember(sql, { accountId: account, ...made, now })
      const target = { type: 'member', id: made.id } as const
      const result = { member: { ...made, createdAt: now.toISOString() }, done: 'added' }
      return { result, changes: [{ target, changes: { role: made.role } }] }

      async function changeRole(standing: Member, wanted: Role = standing.role) {
        if (standing.role === wanted) return { result: { member: standing, done: 'unchanged' }, changes: [] }
        keepOwner(members, standing)
        await setRole(sql, account, standing.id, wanted)
        const change = { target: { type: 'member', id: standing.id } as const, action: 'change_role' }
        const changes = [{ ...change, changes: { from: standing.role, to: wanted } }]
        return { result: { member: { ...standing, role: wanted }, done: 'changed' }, changes }
      }
    })
    const text = done === 'unchanged' ? `${email} is a member already` : `${email} is a member now`
    return { text: `${text}, as ${member.role}.`, json: { member, changed: done !== 'unchanged' } }
  },
})

export const removeMemberCommand = command({
  name: 'member remove',
  summary: 'Let a person no longer act for an account; its last owner stays.',
  usage: '--account ID --email E',
  input: z.strictObject({ account: PublicId, email: EmailAddress }),
  async run(shell, { account, email }) {
    const member = await changing(shell, account, 'remove_member', async (sql) => {
      const members = await lockMembers(sql, account)
      const found = members.find((one) => one.email === email)
      if (!found) throw missing(`${email} is no member of this account.`)
      keepOwner(members, found)
      await removeMember(sql, account, found.id)
      return { result: found, changes: [{ target: { type: 'member', id: found.id } }] }
    })
    return { text: `${email} is no longer a member.`, json: { member } }
  },
})

export const listMembersCommand = command({
  name: 'member list',
  summary: 'List the members of an account.',
  usage: '--account ID',
  input: z.strictObject({ account: PublicId }),
  async run(shell, { account }) {
    const members = await reading(shell, account, (sql) => listMembers(sql, account))
    const rows = members.map(({ id, email, role, createdAt }) => [id, role, createdAt, email])
    const titles = ['ID', 'ROLE', 'SINCE', 'EMAIL']
    const text = rows.length === 0 ? 'The account has no member.' : table([titles, ...rows])
    return { text, json: { members } }
  },
})

/** An account whose last owner is gone would belong to people who may not manage it. */
function keepOwner(members: readonly Member[], leaving: Member): void {
  const others = members.filter(({ id, role }) => role === 'owner' && id !== leaving.id)
  if (leaving.role !== 'owner' || others.length > 0) return
  throw conflict(`${leaving.email} is the last owner of the account. Make somebody else an owner first.`)
}
