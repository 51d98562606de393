import { z } from 'zod'
import { type Context, operation, type ReadyJson } from '../../contract/operation.ts'
import { paginationOf, windowOf } from '../../contract/pagination.ts'
import { AssessmentId, ConsumerKey, idList, PageNumber, PageSize, TimeInput } from '../../contract/shapes.ts'
import { listTagsOfProfiles } from '../tag/store.ts'
import { Profile } from './model.ts'
import { searchProfiles } from './search.ts'

const DiscStyle = z
  .string()
  .regex(
    /^([DISC]|D[ISC]|I[DSC]|S[DIC]|C[DIS])$/,
    'is not a DISC style: use one letter of D, I, S and C, or two different ones, such as DI',
  )

export const listProfiles = operation({
  name: 'list_profiles_with_results',
  summary: 'List profiles with their results',
  scope: 'profiles:read',
  effect: 'reads',
  input: z.strictObject({
    limit: PageSize,
    page: PageNumber,
    sortProp: z.enum(['createdAt', 'name', '_id']).optional(),
    sortOrder: z.enum(['ascending', 'descending']).default('ascending'),
    isCompleted: z.boolean().optional(),
    search: z.string().max(100, 'is too long: at most 100 characters').optional(),
    profileIds: idList(100).optional(),
    includeTags: z.boolean().default(false),
    tagIds: idList(100).optional(),
    assessmentIds: z.array(AssessmentId).max(20).optional(),
    discStyles: z.array(DiscStyle).max(50).optional(),
    startedAfter: TimeInput.optional(),
    startedBefore: TimeInput.optional(),
    updatedAfter: TimeInput.optional(),
    state: z.enum(['active', 'pending', 'all']).default('all'),
    customIds: z.array(ConsumerKey).max(100).optional(),
  }),
  output: z.array(Profile),
  rest: { group: 'profiles', route: 'GET /profiles', key: 'profiles', status: 200 },
  async run({ sql, account }, { limit, page, sortProp, sortOrder, includeTags, ...filters }) {
    const order = sortProp
      ? { property: sortProp, descending: sortOrder === 'descending' }
      : { property: 'createdAt' as const, descending: true }
    const window = windowOf({ page, limit })
    const { rows, total } = await searchProfiles(sql, account.id, filters, order, window)
    const documents = includeTags
      ? await documentsWithTags(sql, account.id, rows)
      : rows.map((row) => row.doc)
    const ready: ReadyJson = { readyJson: `[${documents.join(',')}]` }
    return { resource: ready as never, beside: { pagination: paginationOf({ page, limit }, total) } }
  },
})

async function documentsWithTags(
  sql: Context['sql'],
  accountId: string,
  rows: readonly { id: string; doc: string }[],
): Promise<string[]> {
  const ids = rows.map((row) => row.id)
  const tags = await listTagsOfProfiles(sql, accountId, ids)
  return rows.map((row) => `${row.doc.slice(0, -1)},"tags":${JSON.stringify(tags.get(row.id) ?? [])}}`)
}
