import { z } from 'zod'
import { notFound } from '../../src/contract/failure.ts'
import type { Change } from '../../src/contract/operation.ts'
import { roles } from '../../src/contract/role.ts'
import { EmailAddress, PublicId } from '../../src/contract/shapes.ts'
import { changeRole, removeMemberAndAccess } from '../../src/domain/member/change.ts'
import { memberStateOf } from '../../src/domain/member/model.ts'
import { insertMember, listMemberRows, lockMembers, setAccepted } from '../../src/domain/member/store.ts'
import { command } from './command.ts'
import { changeAccount, readAccount } from './shell.ts'
import { table } from './table.ts'

export const addMemberCommand = command({
  name: 'member add',
  summary:
    'Let a person act for an account at once, as user unless told otherwise; or give a member another role.',
  usage: `--account ID --email E [--role ${roles.join('|')}]`,
  input: z.strictObject({
    account: PublicId,
    email: EmailAddress,
    role: z.enum(roles, `must be one of ${roles.join(', ')}`).optional(),
  }),
  async run(shell, { account, email, role }) {
    const { member, changed } = await changeAccount(shell, account, 'add_member', async (sql) => {
      const members = await lockMembers(sql, account)
      const existing = members.find((member) => member.email === email)
      const now = shell.now()
      if (!existing) {
        const newMember = { id: shell.newId(), email, role: role ?? 'user' }
        await insertMember(sql, { accountId: account, ...newMember, now })
        const at = now.toISOString()
        const target = { type: 'member', id: newMember.id } as const
        const result = { member: { ...newMember, createdAt: at, acceptedAt: at }, changed: true }
        return { result, changes: [{ target, changes: { role: newMember.role } }] }
      }
      const { id, createdAt, acceptedAt } = existing
      const newRole = role ?? existing.role
      const changes: Change[] = []
      // The operator accepts on behalf of a member who was only invited.
      if (acceptedAt === null) {
        await setAccepted(sql, account, id, now)
        changes.push({ target: { type: 'member', id }, changes: { role: existing.role } })
      }
      changes.push(
        ...(await changeRole(sql, { accountId: account, members, member: existing, now }, newRole)),
      )
      const after = { id, email, role: newRole, createdAt, acceptedAt: acceptedAt ?? now.toISOString() }
      return { result: { member: after, changed: changes.length > 0 }, changes }
    })
    const text = changed ? `${email} is a member now` : `${email} is a member already`
    return { text: `${text}, as ${member.role}.`, json: { member, changed } }
  },
})

export const removeMemberCommand = command({
  name: 'member remove',
  summary:
    'Let a person no longer act for an account, nor the apps that the person let in; its last owner stays.',
  usage: '--account ID --email E',
  input: z.strictObject({ account: PublicId, email: EmailAddress }),
  async run(shell, { account, email }) {
    const { member, apps } = await changeAccount(shell, account, 'remove_member', async (sql) => {
      const members = await lockMembers(sql, account)
      const found = members.find((member) => member.email === email)
      if (!found) throw notFound(`${email} is no member of this account.`)
      const changes = await removeMemberAndAccess(sql, {
        accountId: account,
        members,
        member: found,
        now: shell.now(),
      })
      const { id, role, createdAt } = found
      const ended = changes.filter(({ target }) => target.type === 'app').length
      return { result: { member: { id, email, role, createdAt }, apps: ended }, changes }
    })
    const also = apps === 0 ? '' : ` Disconnected ${apps} ${apps === 1 ? 'app' : 'apps'}.`
    return { text: `${email} is no longer a member.${also}`, json: { member, disconnectedApps: apps } }
  },
})

export const listMembersCommand = command({
  name: 'member list',
  summary: 'List the members of an account, and those who are invited.',
  usage: '--account ID',
  input: z.strictObject({ account: PublicId }),
  async run(shell, { account }) {
    const found = await readAccount(shell, account, (sql) => listMemberRows(sql, account))
    const members = found.map(({ invitedBy: _, ...member }) => ({
      ...member,
      state: memberStateOf(member, shell.now()),
    }))
    const rows = members.map(({ id, email, role, state, createdAt, acceptedAt }) => {
      return [id, role, state, acceptedAt ?? createdAt, email]
    })
    const titles = ['ID', 'ROLE', 'STATE', 'SINCE', 'EMAIL']
    const text = rows.length === 0 ? 'The account has no member.' : table([titles, ...rows])
    return { text, json: { members } }
  },
})
