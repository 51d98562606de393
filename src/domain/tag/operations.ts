import { z } from 'zod'
import { Cursor, type CursorScope, pageOf, rowsToRead, startOf } from '../../contract/cursor.ts'
import {
  type Change,
  type Context,
  operation,
  type ReadyJson,
  type Result,
  type WriteResult,
} from '../../contract/operation.ts'
import { OptionalPageNumber, PageSize, PublicId } from '../../contract/shapes.ts'
import { removeAliasesOf } from '../alias/store.ts'
import { recordEvent } from '../event/record.ts'
import { addTag } from './add.ts'
import {
  Color,
  IncludeProfiles,
  Label,
  ProfileSet,
  type ShownProfiles,
  searchTerms,
  shownProfiles,
  Tag,
  type TagUndo,
  ToolTag,
  undoSiblings,
} from './model.ts'
import { applyProfileSetChange, noSuchTag } from './profiles.ts'
import {
  findTag,
  jsonOfTags,
  listTagRows,
  listWholeTags,
  lockTag,
  removeTag,
  type TagKey,
  updateTagRow,
} from './store.ts'

export const listTags = operation({
  name: 'list_tags',
  summary: 'List tags, sorted by label',
  description:
    'A search finds labels that contain every word, in any order and at any position, ignoring case ' +
    'and accents.',
  scope: 'tags:manage',
  coaches: 'theirTeams',
  reveals: 'status',
  issues: 'nothing',
  effect: 'reads',
  input: z.strictObject({
    search: z
      .string()
      .max(100, 'is too long: at most 100 characters')
      .optional()
      .meta({
        description:
          'Only tags whose label contains every one of these words, in any order, ignoring case and ' +
          'accents.',
        examples: ['sales'],
      }),
    limit: PageSize,
    page: OptionalPageNumber,
    after: Cursor,
    includeProfiles: IncludeProfiles,
  }),
  output: z.array(Tag),
  rest: { group: 'tags', route: 'GET /tags', sdk: 'tags.list', key: 'tags', status: 200 },
  run: (context, { includeProfiles, ...asked }) => listPage(context, asked, shownProfiles(includeProfiles)),
})

/** One page of tags. */
export async function listPage(
  { sql, account }: Context,
  { search, limit, page, after }: TagListRequest,
  shown: ShownProfiles,
): Promise<Result<Tag[]>> {
  const scope = { ...cursorScope, accountId: account.id }
  const start = startOf({ page, limit, cursor: after }, scope)
  const [terms, range] = [searchTerms(search ?? ''), rowsToRead(start)]
  if (shown === 'all') {
    const whole = await listWholeTags(sql, account.id, terms, range)
    const { rows, pagination, cursor } = pageOf(start, whole, scope, ({ key }) => key)
    const ready: ReadyJson = { readyJson: jsonOfTags(rows) }
    return { resource: ready as never, siblings: { pagination }, cursor }
  }
  const found = await listTagRows(sql, account.id, terms, range, shown)
  const { rows, pagination, cursor } = pageOf(start, found, scope, ({ key }) => key)
  return { resource: rows.map(({ tag }) => tag), siblings: { pagination }, cursor }
}

type TagListRequest = {
  search?: string | undefined
  limit: number
  page?: number | undefined
  after?: string | undefined
}

const cursorScope: Omit<CursorScope<TagKey>, 'accountId'> = {
  parameter: 'after',
  list: 'tags',
  key: z.tuple([
    z
      .string()
      .max(1_000)
      .regex(/^[^\0]*$/),
    PublicId,
  ]),
}

export const getTag = operation({
  name: 'get_tag',
  summary: 'Get one tag with the ids of its profiles',
  scope: 'tags:manage',
  coaches: 'theirTeams',
  reveals: 'status',
  issues: 'nothing',
  effect: 'reads',
  refuses: ['missing'],
  input: z.strictObject({ tagId: PublicId, includeProfiles: IncludeProfiles }),
  output: Tag,
  rest: { group: 'tags', route: 'GET /tag/{tagId}', sdk: 'tags.get', key: 'tag', status: 200 },
  async run({ sql, account }, { tagId, includeProfiles }) {
    const shown = shownProfiles(includeProfiles)
    return { resource: (await findTag(sql, account.id, tagId, shown)) ?? noSuchTag() }
  },
})

export const createTag = operation({
  name: 'create_tag',
  summary: 'Create a tag',
  description: 'Leading and trailing blanks are removed. Two tags can have the same label.',
  scope: 'tags:manage',
  reveals: 'status',
  issues: 'nothing',
  effect: 'adds',
  emits: ['tag.created'],
  input: z.strictObject({ label: Label, color: Color }),
  output: Tag,
  rest: { group: 'tags', route: 'POST /tag', sdk: 'tags.create', key: 'tag', status: 201 },
  mcp: {
    title: 'Create tag',
    description: 'Creates a tag without profiles. Labels can repeat: calling this twice creates two tags.',
    output: ToolTag,
    content: ({ resource }) => resource,
  },
  async run(context, tag) {
    const { id, createdAt, change } = await addTag(context, tag)
    const time = createdAt.toISOString()
    return { resource: { id, createdAt: time, updatedAt: time, ...tag, profiles: [] }, changes: [change] }
  },
})

export const updateTag = operation({
  name: 'update_tag',
  summary: 'Rename or recolor a tag, or replace its profiles',
  scope: 'tags:manage',
  reveals: 'status',
  issues: 'nothing',
  effect: 'replaces',
  emits: ['tag.updated', 'tag.profilesReplaced'],
  refuses: ['missing', 'conflict'],
  input: z
    .strictObject({
      tagId: PublicId,
      label: Label.optional(),
      color: Color.optional(),
      profiles: ProfileSet.optional().meta({
        description: 'Ids of all profiles that should have the tag; others lose it.',
      }),
      includeProfiles: IncludeProfiles,
    })
    .refine(({ label, color, profiles }) => [label, color, profiles].some((one) => one !== undefined), {
      message: 'Give at least one of label, color or profiles.',
    })
    .meta({ anyOf: ['label', 'color', 'profiles'].map((name) => ({ required: [name] })) }),
  output: Tag,
  rest: {
    group: 'tags',
    route: 'PATCH /tag/{tagId}',
    sdk: 'tags.update',
    key: 'tag',
    status: 200,
    siblings: undoSiblings,
    examples: { body: { label: 'Sales', color: 'emerald' } },
  },
  run: (context, { includeProfiles, ...change }) =>
    applyTagUpdate(context, change, shownProfiles(includeProfiles)),
})

export const deleteTag = operation({
  name: 'delete_tag',
  summary: 'Delete a tag, from every profile too',
  scope: 'tags:manage',
  reveals: 'status',
  issues: 'nothing',
  effect: 'replaces',
  evenBeyondQuotas: true,
  emits: ['tag.deleted'],
  refuses: ['missing'],
  input: z.strictObject({ tagId: PublicId }),
  output: z.null(),
  rest: { group: 'tags', route: 'DELETE /tag/{tagId}', sdk: 'tags.delete', status: 204 },
  run: removeTagAndAliases,
})

/** Writes the given fields. Without a change, nothing is written. */
export async function applyTagUpdate(
  context: Context,
  { tagId, profiles, ...given }: TagChange,
  shown: ShownProfiles,
): Promise<WriteResult<Tag>> {
  const { sql, account, now } = context
  const tag = (await lockTag(sql, account.id, tagId)) ?? noSuchTag()
  const after = { ...tag, label: given.label ?? tag.label, color: given.color ?? tag.color }
  const fields = (['color', 'label'] as const).filter((field) => after[field] !== tag[field])
  const changes: Change[] = []
  let undo: TagUndo | null = null
  if (fields.length > 0) {
    await updateTagRow(sql, account.id, after, now())
    changes.push({ target: { type: 'tag', id: tagId }, changes: { fields } })
    recordEvent(sql, { type: 'tag.updated', data: { tagId, fields } })
  }
  if (profiles) {
    const profileSet = { way: 'replace', named: profiles } as const
    const made = await applyProfileSetChange(context, after, profileSet, 'profiles')
    undo = made.undo
    changes.push(...made.changes.map((one) => ({ ...one, action: 'assign_tags_to_profiles' })))
  }
  const resource = (await findTag(sql, account.id, tagId, shown)) ?? noSuchTag()
  return { resource, siblings: { undo }, changes }
}

type TagChange = {
  tagId: string
  label?: string | undefined
  color?: string | undefined
  profiles?: readonly string[] | undefined
}

/** Removes a tag with its aliases, also from every profile. */
export async function removeTagAndAliases(
  { sql, account }: Context,
  { tagId }: { tagId: string },
): Promise<WriteResult<null>> {
  if (!(await removeTag(sql, account.id, tagId))) noSuchTag()
  // Creating an alias locks the tag's row, so after the removal every alias of it is visible.
  await removeAliasesOf(sql, account.id, 'tag', tagId)
  recordEvent(sql, { type: 'tag.deleted', data: { tagId } })
  return { resource: null, changes: [{ target: { type: 'tag', id: tagId } }] }
}
