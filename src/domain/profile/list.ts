import { z } from 'zod'
import { Cursor, pageOf, rowsToRead, startOf } from '../../contract/cursor.ts'
import { type Context, operation, type ReadyJson, type Result } from '../../contract/operation.ts'
import {
  AssessmentId,
  ConsumerKey,
  idList,
  OptionalPageNumber,
  PageSize,
  TimeInput,
} from '../../contract/shapes.ts'
import { countAccountProfiles, countPeopleOfTeams } from '../account/store.ts'
import { listTagsOfProfiles } from '../tag/store.ts'
import { freshProfile } from './examples.ts'
import { cursorScope, rowKeyOf, usualOrder } from './list-cursor.ts'
import { Profile } from './model.ts'
import { countByStatus, type ProfileFilters, searchProfiles } from './search-store.ts'
import { type ProfileStatus, profileStatuses } from './status-store.ts'

const DiscStyle = z
  .string()
  .regex(
    /^([DISC]|D[ISC]|I[DSC]|S[DIC]|C[DIS])$/,
    'is not a DISC style: use one letter of D, I, S and C, or two different ones, such as DI',
  )
  .meta({ description: 'A style: one or two letters.', examples: ['D'] })

/** The filters of a list of profiles. */
export const ListInput = z.strictObject({
  limit: PageSize,
  page: OptionalPageNumber,
  after: Cursor,
  sortProp: z
    .enum(['createdAt', 'name', '_id'])
    .optional()
    .meta({
      description:
        'Sort field. Default: newest first; of a search, people with just these words or this address first, then those ' +
        'whose words begin so, then similar ones, each newest first. `_id` also sorts by creation time.',
    }),
  sortOrder: z
    .enum(['ascending', 'descending'])
    .default('ascending')
    .meta({ description: 'Only used with `sortProp`.' }),
  isCompleted: z
    .boolean()
    .optional()
    .meta({ description: '`true`: only completed profiles; `false`: only the others.' }),
  search: z
    .string()
    .max(100, 'is too long: at most 100 characters')
    .optional()
    .meta({
      description:
        "Words of the name: typos, accents and word order don't matter. Or the beginning of an email address, of its " +
        'domain, of a phone number or of an external ID.',
      examples: ['ada osei'],
    }),
  profileIds: idList(100)
    .optional()
    .meta({ description: 'Only these profiles. Ids that are not on the account are ignored.' }),
  includeTags: z.boolean().default(false).meta({ description: 'Adds `tags` to each profile.' }),
  tagIds: idList(100).optional().meta({ description: 'Only profiles with any of these tags.' }),
  savedTeamIds: idList(100)
    .optional()
    .meta({
      description: 'Only profiles in any of these saved teams.',
      examples: [['6920318e4b1a0c7d2e8f5a72']],
    }),
  assessmentIds: z
    .array(AssessmentId)
    .max(20)
    .optional()
    .meta({ description: 'Only profiles that have completed all of these.', examples: [['disc']] }),
  discStyles: z
    .array(DiscStyle)
    .max(50)
    .optional()
    .meta({
      description:
        'Only profiles with any of these styles. One letter matches every style that begins with it; two ' +
        'letters match that style.',
    }),
  startedAfter: TimeInput.optional().meta({
    description: 'Only profiles that started at or after this time.',
  }),
  startedBefore: TimeInput.optional().meta({
    description: 'Only profiles that started at or before this time.',
  }),
  updatedAfter: TimeInput.optional().meta({
    description: 'Only profiles that changed at or after this time.',
  }),
  customIds: z
    .array(ConsumerKey)
    .max(100)
    .optional()
    .meta({
      description:
        'Only profiles with any of these keys. Blanks count. Write a comma in a key as `\\,` and a ' +
        'backslash as `\\\\`.',
    }),
  qualityOutcomes: z
    .array(z.enum(['ok', 'caution', 'invalid']))
    .max(3)
    .optional()
    .meta({
      description: 'Only profiles whose answers have one of these outcomes; none before completion.',
      examples: [['caution', 'invalid']],
    }),
  status: z
    .enum(profileStatuses)
    .optional()
    .meta({
      description:
        'Only profiles with this status: `completed`, `inProgress` once the person has answered, and before that what ' +
        'has become of the latest invite.',
      examples: ['sent'],
    }),
})

const State = z
  .enum(['active', 'pending', 'all'])
  .meta({ description: "Only profiles whose person has, or hasn't, opened a link." })

/** Counting reads every profile and its latest invite, which is not done for each look at a larger list. */
const maxCounted = 20_000

export const listProfilesWithResults = operation({
  name: 'list_profiles_with_results',
  summary: 'List profiles with their results',
  scope: 'profiles:read',
  coaches: 'theirTeams',
  reveals: 'results',
  issues: 'nothing',
  effect: 'reads',
  input: ListInput.extend({ state: State.default('all') }),
  output: z.array(Profile),
  rest: { group: 'profiles', route: 'GET /profiles', sdk: 'profiles.list', key: 'profiles', status: 200 },
  run: (context, input) => listPage(context, input, 'profiles'),
})

export const listPendingProfiles = operation({
  name: 'list_pending_profiles',
  summary: "List the profiles whose person hasn't opened a link yet",
  scope: 'profiles:read',
  coaches: 'theirTeams',
  reveals: 'results',
  issues: 'nothing',
  effect: 'reads',
  input: ListInput,
  output: z.array(Profile),
  rest: {
    group: 'profiles',
    route: 'GET /pending-profiles',
    sdk: 'profiles.listPending',
    key: 'profiles',
    status: 200,
    examples: { answers: { 200: { profiles: [freshProfile] } } },
  },
  run: (context, input) => listPage(context, { ...input, state: 'pending' }, 'pending-profiles'),
})

const { limit, page, after, sortProp, sortOrder, includeTags, status, ...filterShape } = ListInput.shape

const count = z
  .int()
  .min(0)
  .meta({ description: 'Profiles with this status.', examples: [3] })

export const countProfilesByStatus = operation({
  name: 'count_profiles_by_status',
  summary: 'Count profiles by status',
  description: `How many profiles have each status, with the same filters as the list. Null if the account has more than ${maxCounted.toLocaleString('en')} profiles.`,
  scope: 'profiles:read',
  coaches: 'theirTeams',
  reveals: 'results',
  issues: 'nothing',
  effect: 'reads',
  input: z.strictObject(filterShape).extend({ state: State.default('all') }),
  output: z
    .strictObject(
      Object.fromEntries(profileStatuses.map((one) => [one, count])) as Record<ProfileStatus, typeof count>,
    )
    .nullable(),
  rest: {
    group: 'profiles',
    route: 'GET /profiles/statuses',
    sdk: 'profiles.countByStatus',
    key: 'statuses',
    status: 200,
  },
  async run({ sql, account, sees, now }, filters) {
    const ofTeams = sees === 'teams'
    const people = ofTeams
      ? (await countPeopleOfTeams(sql, account.id)).profiles
      : await countAccountProfiles(sql, account.id)
    if (people > maxCounted) return { resource: null }
    const counted = await countByStatus(sql, account.id, { ...filters, ofTeams }, now())
    const counts = new Map(counted.map((one) => [one.status, one.count]))
    const all = profileStatuses.map((one): [ProfileStatus, number] => [one, counts.get(one) ?? 0])
    return { resource: Object.fromEntries(all) as Record<ProfileStatus, number> }
  },
})

async function listPage(
  { sql, account, sees, now }: Context,
  {
    limit,
    page,
    after,
    sortProp,
    sortOrder,
    includeTags,
    status,
    ...others
  }: z.output<typeof ListInput> & { state: z.output<typeof State> },
  list: string,
): Promise<Result<Profile[]>> {
  const order = sortProp
    ? { property: sortProp, descending: sortOrder === 'descending' }
    : usualOrder(account.id, list, { search: others.search, after })
  const ofTeams = sees === 'teams'
  const filters: ProfileFilters = { ...others, ofTeams, ...(status && { status: { is: status, at: now() } }) }
  const scope = cursorScope(account.id, list, order)
  const start = startOf({ page, limit, cursor: after }, scope)
  const found = await searchProfiles(sql, account.id, filters, order, rowsToRead(start))
  const { rows, pagination, cursor } = pageOf(start, found, scope, rowKeyOf)
  const documents = includeTags ? await documentsWithTags(sql, account.id, rows) : rows.map((row) => row.doc)
  const ready: ReadyJson = { readyJson: `[${documents.join(',')}]` }
  return { resource: ready as never, siblings: { pagination }, cursor }
}

async function documentsWithTags(
  sql: Context['sql'],
  accountId: string,
  rows: readonly { id: string; doc: string }[],
): Promise<string[]> {
  const ids = rows.map((row) => row.id)
  const tags = await listTagsOfProfiles(sql, accountId, ids)
  return rows.map((row) => `${row.doc.slice(0, -1)},"tags":${JSON.stringify(tags.get(row.id) ?? [])}}`)
}
