import { z } from 'zod'
import { operation } from '../../contract/operation.ts'
import { PersonName } from '../../contract/shapes.ts'
import { listSandboxNames } from '../account/sandbox-store.ts'
import { addSandbox } from './add-sandbox.ts'
import { Sandbox } from './model.ts'

export const listSandboxes = operation({
  name: 'list_sandboxes',
  summary: 'List the sandboxes of the account',
  scope: 'account:read',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'reads',
  input: z.strictObject({}),
  output: z.array(Sandbox),
  rest: { group: 'sandbox', route: 'GET /sandboxes', sdk: 'sandboxes.list', key: 'sandboxes', status: 200 },
  async run({ sql, account }) {
    const rows = await listSandboxNames(sql, account.id)
    return { resource: rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt).toISOString() })) }
  },
})

export const createSandbox = operation({
  name: 'create_sandbox',
  summary: 'Create a sandbox: an account of invented people',
  description:
    'At most three for each account. A sandbox has its own id, API keys, tags, webhook endpoints and up to 2,000 people, ' +
    "and the account's preferences as they are now. Members of the account are its members, with the same roles. It is " +
    'never billed, and can read nothing of the account. Its people count in no norm and no figure.',
  scope: 'account:write',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'adds',
  emits: [],
  refuses: ['forbidden', 'conflict'],
  input: z.strictObject({
    name: PersonName.refine((name) => name !== '', 'must not be empty').meta({
      description: 'Its name, on one line. Members see it when they choose an account.',
      examples: ['Northwind sandbox'],
    }),
  }),
  output: Sandbox,
  rest: { group: 'sandbox', route: 'POST /sandboxes', sdk: 'sandboxes.create', key: 'sandbox', status: 201 },
  async run({ sql, account, now, newId }, { name }) {
    const [id, at] = [newId(), now()]
    await addSandbox(sql, account.id, { id, name, now: at })
    const target = { type: 'account', id } as const
    return { resource: { id, name, createdAt: at.toISOString() }, changes: [{ target }] }
  },
})
