import { z } from 'zod'
import { type Account, type Context, operation, type ReadyJson, type Sees } from '../../contract/operation.ts'
import { readAccountResource } from '../account/account-resource.ts'
import { AccountResource, toAccountResource } from '../account/model.ts'
import { countPeopleOfTeams } from '../account/store.ts'
import { IncludeProfiles, Tag } from '../tag/model.ts'
import { jsonOfTags, listTagRows, listWholeTags } from '../tag/store.ts'

/** Coaches see the numbers of their teams, and not how near the account is to its limits. */
async function readAccountAs(
  sees: Sees,
  { sql, now, installation }: Pick<Context, 'sql' | 'now' | 'installation'>,
  account: Account,
): Promise<AccountResource> {
  if (sees === 'everyone') return readAccountResource({ sql, now, installation }, account)
  const { profiles, reports } = await countPeopleOfTeams(sql, account.id)
  const ofTeams = { ...account, reportsGenerated: reports, trialReportsUsed: reports }
  const usage = { profiles, profileLimit: null, reports, reportLimit: null, quotas: [] }
  return toAccountResource(ofTeams, { installation, now: now(), usage })
}

/** More than an account can have: its tags are not paged here. */
const allTags = 1_000_000

export const getAccount = operation({
  name: 'get_account',
  summary: 'Get the account',
  description: '`includeTags` also requires the scope `tags:manage`.',
  scope: 'account:read',
  coaches: 'theirTeams',
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
    sees: z.enum(['everyone', 'teams']).meta({
      description:
        'Whose people this token shows: `everyone`, or `teams` for an app of a coach, who sees the people of their teams ' +
        'only. Counts are of these people then.',
      examples: ['everyone'],
    }),
  }),
  rest: { group: 'accounts', route: 'GET /account', sdk: 'accounts.get', key: 'data', status: 200 },
  async run({ sql, account, now, installation, sees }, { includeTags, includeProfiles }) {
    const shown = { ...(await readAccountAs(sees, { sql, now, installation }, account)), sees }
    if (!includeTags) return { resource: shown }
    const range = { limit: allTags, offset: 0 }
    if (!includeProfiles) {
      const { rows } = await listTagRows(sql, account.id, [], range, 'count')
      return { resource: { ...shown, tags: rows.map(({ tag }) => tag) } }
    }
    const { rows } = await listWholeTags(sql, account.id, [], range)
    const ready: ReadyJson = {
      readyJson: [`${JSON.stringify(shown).slice(0, -1)},"tags":`, ...jsonOfTags(rows), '}'],
    }
    return { resource: ready as never }
  },
})
