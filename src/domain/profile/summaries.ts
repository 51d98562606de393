import { z } from 'zod'
import { Cursor, pageOf, rowsToRead, startOf } from '../../contract/cursor.ts'
import { invalid } from '../../contract/failure.ts'
import { fullName } from '../../contract/full-name.ts'
import { operation, type PageInfo } from '../../contract/operation.ts'
import { pageFields } from '../../contract/pagination.ts'
import { OptionalPageNumber, PageSize, PublicId } from '../../contract/shapes.ts'
import { summaryColumns } from '../profile-document/store.ts'
import { listTagsOfProfiles } from '../tag/store.ts'
import { ListInput } from './list.ts'
import { cursorScope, rowKeyOf, usualOrder } from './list-cursor.ts'
import type { Profile } from './model.ts'
import { searchProfiles } from './search-store.ts'

/** What a model needs to find a person: never a score. */
const ProfileSummary = z.object({
  id: PublicId,
  name: z.string().nullable().meta({ description: 'Given and family name. Null if unknown.' }),
  email: z.string().nullable(),
  phone: z.string().nullable().meta({ description: 'E.164.' }),
  isCompleted: z.boolean().meta({ description: 'Whether every requested assessment is completed.' }),
  tagIds: z.array(PublicId),
})

/** What `summaryColumns` select. */
type SummaryDocument = Pick<Profile, 'id' | 'firstName' | 'lastName' | 'email' | 'phone' | 'isCompleted'>

export const listProfiles = operation({
  name: 'list_profiles',
  summary: 'List the people of the account, without results',
  scope: 'profiles:read',
  coaches: 'theirTeams',
  reveals: 'identity',
  issues: 'nothing',
  effect: 'reads',
  input: z.strictObject({
    search: ListInput.shape.search,
    tagId: z.string().optional().meta({ description: 'Only profiles with this tag: an id from list_tags.' }),
    isCompleted: ListInput.shape.isCompleted,
    limit: PageSize,
    page: OptionalPageNumber,
    after: Cursor,
  }),
  output: z.array(ProfileSummary),
  mcp: {
    title: 'List profiles',
    description:
      'Finds people of the account by name, tag or completion, newest first, or by the nearest name. Returns contact details ' +
      'and whether they have completed, no results.',
    output: z.object({ profiles: z.array(ProfileSummary), ...pageFields }),
    content: ({ resource, siblings, cursor }) => ({
      profiles: resource,
      ...(siblings?.pagination as PageInfo),
      after: cursor?.next,
    }),
  },
  async run({ sql, account, sees }, { tagId, limit, page, after, ...filters }) {
    if (tagId !== undefined && !PublicId.safeParse(tagId).success) {
      throw invalid('invalid tagId: use 24 lower-case hex characters, as list_tags gives them.', {
        param: 'tagId',
      })
    }
    const tagIds = tagId === undefined ? undefined : [tagId]
    const narrowed = { ...filters, tagIds, ofTeams: sees === 'teams' }
    const order = usualOrder(account.id, 'list_profiles', { search: filters.search, after })
    const scope = cursorScope(account.id, 'list_profiles', order)
    const start = startOf({ page, limit, cursor: after }, scope)
    const window = { ...rowsToRead(start), columns: summaryColumns }
    const found = await searchProfiles(sql, account.id, narrowed, order, window)
    const { rows, pagination, cursor } = pageOf(start, found, scope, rowKeyOf)
    const profiles = rows.map(({ doc }) => JSON.parse(doc) as SummaryDocument)
    const ids = profiles.map(({ id }) => id)
    const tags = await listTagsOfProfiles(sql, account.id, ids)
    const summaries = profiles.map((profile) => ({
      id: profile.id,
      name: fullName(profile),
      email: profile.email,
      phone: profile.phone,
      isCompleted: profile.isCompleted,
      tagIds: (tags.get(profile.id) ?? []).map((tag) => tag.id),
    }))
    return { resource: summaries, siblings: { pagination }, cursor }
  },
})
