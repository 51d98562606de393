import { z } from 'zod'
import { operation } from '../../contract/operation.ts'
import { Tag } from '../tag/model.ts'
import { listTagRows } from '../tag/store.ts'
import { readAccountResource } from './account-resource.ts'
import { AccountResource } from './model.ts'

const Greeting = z.strictObject({
  message: z.string().meta({ description: 'Says that it works.', examples: ['The token works.'] }),
})

export const test = operation({
  name: 'test',
  summary: 'Check that a token works',
  access: 'anyToken',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'reads',
  input: z.strictObject({}),
  output: Greeting,
  rest: { group: 'tests', route: 'GET /test', key: 'data', status: 200 },
  async run() {
    return { resource: { message: 'The token works.' } }
  },
})

export const testWithBody = operation({
  name: 'test_with_body',
  summary: 'Check that a token and a JSON body arrive',
  description: 'Send any text as `ping`, and it comes back in `bonus`. Nothing is read or changed.',
  access: 'anyToken',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'reads',
  input: z.strictObject({
    ping: z
      .string({ error: 'is required and must be text' })
      .max(1000, 'is too long: at most 1000 characters')
      .meta({ description: 'Any text.', examples: ['hello'] }),
  }),
  output: Greeting.extend({
    bonus: z.string().meta({ description: 'What was sent comes back.', examples: ['pong: hello'] }),
  }),
  rest: { group: 'tests', route: 'POST /test', key: 'data', status: 200 },
  async run(_, { ping }) {
    const message = 'The token works.'
    return { resource: { message, bonus: `pong: ${ping}` } }
  },
})

/** More than an account can have; its tags come in one piece here. */
const allTags = 1_000_000

export const getAccount = operation({
  name: 'get_account',
  summary: 'Get the account',
  description: 'With `includeTags` the token needs the scope `tags:manage` as well.',
  scope: 'account:read',
  reveals: 'status',
  issues: 'nothing',
  scopeWith: { includeTags: 'tags:manage' },
  effect: 'reads',
  input: z.strictObject({
    includeTags: z
      .boolean('must be true or false')
      .default(false)
      .meta({
        description: 'Adds `tags`: every tag of the account with its profiles. Needs `tags:manage` as well.',
        examples: [true],
      }),
  }),
  output: AccountResource.extend({
    tags: z.array(Tag).optional().meta({ description: 'Only with `includeTags`.' }),
  }),
  rest: { group: 'accounts', route: 'GET /account', key: 'data', status: 200 },
  async run({ sql, account, site }, { includeTags }) {
    const shown = await readAccountResource(sql, account, site)
    if (!includeTags) return { resource: shown }
    const { tags } = await listTagRows(sql, account.id, [], { limit: allTags, offset: 0 })
    return { resource: { ...shown, tags } }
  },
})
