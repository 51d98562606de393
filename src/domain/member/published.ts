import { z } from 'zod'
import { operation } from '../../contract/operation.ts'
import { PublicId } from '../../contract/shapes.ts'
import { memberStateOf, RoleName } from './model.ts'
import { listMemberRows } from './store.ts'

const PublishedMember = z
  .strictObject({
    id: PublicId.meta({ description: 'Id of the member.' }),
    email: z.string().meta({ description: "The member's address.", examples: ['ada@example.com'] }),
    name: z
      .string()
      .nullable()
      .meta({
        description: "The member's name as the account's identity provider has it; null without one.",
        examples: ['Ada Osei'],
      }),
    role: RoleName.meta({ description: 'What the member may do.', examples: ['manager'] }),
    state: z.enum(['accepted', 'invited', 'expired']).meta({
      description: 'Whether the member has accepted the invitation to the account.',
      examples: ['accepted'],
    }),
  })
  .meta({ id: 'Member', description: 'Someone who acts for the account, or is invited to.' })

/** The audit log names members to the same scopes. Coaches see no other members, so it isn't for their apps. */
export const listAccountMembers = operation({
  name: 'list_account_members',
  summary: 'List members',
  description:
    'Members of the account and people invited to be one, oldest first. They are invited, changed and removed on the page ' +
    'of members, not by the API.',
  scope: ['account:read', 'profiles:read'],
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'reads',
  input: z.strictObject({}),
  output: z.array(PublishedMember),
  rest: {
    group: 'accounts',
    route: 'GET /members',
    sdk: 'accounts.listMembers',
    key: 'members',
    status: 200,
  },
  async run({ sql, account, now }) {
    const members = await listMemberRows(sql, account.id)
    return {
      resource: members.map((member) => {
        const { id, email, name, role } = member
        return { id, email, name, role, state: memberStateOf(member, now()) }
      }),
    }
  },
})
