import { z } from 'zod'
import { operation } from '../../contract/operation.ts'
import { readAccountResource } from '../account/account-resource.ts'
import { AccountResource } from '../account/model.ts'
import { IncludeProfiles, shownProfiles, Tag } from '../tag/model.ts'
import { listTagRows } from '../tag/store.ts'

/** More than an account can have: its tags are not paged here. */
const allTags = 1_000_000

export const getAccount = operation({
  name: 'get_account',
  summary: 'Get the account',
  description: '`includeTags` also requires the scope `tags:manage`.',
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
        description: 'Adds `tags`: every tag of the account with its profiles. Also requires `tags:manage`.',
        examples: [true],
      }),
    includeProfiles: IncludeProfiles,
  }),
  output: AccountResource.extend({
    tags: z.array(Tag).optional().meta({ description: 'Only with `includeTags`.' }),
  }),
  rest: { group: 'accounts', route: 'GET /account', sdk: 'accounts.get', key: 'data', status: 200 },
  async run({ sql, account, installation }, { includeTags, includeProfiles }) {
    const shown = await readAccountResource(sql, account, installation)
    if (!includeTags) return { resource: shown }
    const { rows } = await listTagRows(
      sql,
      account.id,
      [],
      { limit: allTags, offset: 0 },
      shownProfiles(includeProfiles),
    )
    return { resource: { ...shown, tags: rows.map(({ tag }) => tag) } }
  },
})
