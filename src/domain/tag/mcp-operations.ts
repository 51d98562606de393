import { z } from 'zod'
import { operation, type PageInfo, type Result, toolOf } from '../../contract/operation.ts'
import { pageFields } from '../../contract/pagination.ts'
import { Color, Label, maxProfilesPerCall, type Tag, ToolTag, toolTag } from './model.ts'
import { applyTagUpdate, deleteTag, listPage, listTags, updateTag } from './operations.ts'
import { assignTagsToProfiles, changeTagProfiles } from './profiles.ts'

const oneTag = ({ resource }: Result<unknown>) => toolTag(resource as Tag)

/** Tools show some ids of each tag, so they don't read the others. */
export const listTagsMcp = operation({
  name: 'list_tags',
  summary: listTags.summary,
  scope: 'tags:manage',
  coaches: 'theirTeams',
  reveals: 'status',
  issues: 'nothing',
  effect: 'reads',
  input: listTags.input.omit({ includeProfiles: true }),
  output: listTags.output,
  mcp: {
    title: 'List tags',
    description:
      'Lists the tags of the account with the ids of their profiles, sorted by label. Of a tag with more ' +
      'than 100 profiles, the first 100 ids are listed and moreProfiles says how many follow.',
    output: z.object({ tags: z.array(ToolTag), ...pageFields }),
    content: ({ resource, siblings, cursor }) => ({
      tags: (resource as Tag[]).map(toolTag),
      ...(siblings?.pagination as PageInfo),
      after: cursor?.next,
    }),
  },
  run: (context, asked) => listPage(context, asked, 'some'),
})

/**
 * The tools that change tags. They do what REST does with fewer options: a model replaces a whole tag, and a malformed
 * id is refused like any other wrong id.
 */
const tagId = z.string().meta({
  description: 'Tag id from list_tags.',
  examples: ['6920318e4b1a0c7d2e8f5a70'],
})
const tag_not_found = 'Tag not found. Call list_tags to see valid ids.'

export const updateTagMcp = operation({
  name: 'update_tag',
  summary: updateTag.summary,
  scope: 'tags:manage',
  reveals: 'status',
  issues: 'nothing',
  effect: 'replaces',
  emits: ['tag.updated'],
  refuses: ['missing', 'conflict'],
  output: updateTag.output,
  input: z.strictObject({ tagId, label: Label, color: Color }),
  mcp: {
    title: 'Update tag',
    description:
      'Replaces label and color of a tag; to keep one of them, send its current value. The tag stays on ' +
      'its profiles.',
    output: ToolTag,
    content: oneTag,
    refusals: { tag_not_found },
  },
  run: (context, change) => applyTagUpdate(context, change, 'some'),
})

export const deleteTagMcp = toolOf(deleteTag, {
  input: z.strictObject({ tagId }),
  mcp: {
    title: 'Delete tag',
    description:
      "Deletes a tag and removes it from every profile. This can't be undone; the profiles are kept.",
    output: z.object({ deleted: z.literal(true), tagId: z.string() }),
    content: (_, input) => ({ deleted: true, tagId: input.tagId }),
    refusals: { tag_not_found },
  },
})

export const assignTagsToProfilesMcp = operation({
  name: 'assign_tags_to_profiles',
  summary: assignTagsToProfiles.summary,
  scope: 'tags:manage',
  reveals: 'status',
  issues: 'nothing',
  effect: 'replaces',
  emits: ['tag.profilesReplaced'],
  refuses: ['missing', 'conflict'],
  output: assignTagsToProfiles.output,
  input: z.strictObject({
    tagId,
    profileIds: z
      .array(z.string())
      .max(maxProfilesPerCall, `has too many ids: at most ${maxProfilesPerCall}`)
      .meta({
        description: 'Ids of all profiles that should have the tag; an empty list removes it from all.',
        examples: [['6920318e4b1a0c7d2e8f5a63']],
      })
      .transform((ids) => [...new Set(ids)]),
  }),
  mcp: {
    title: 'Assign tag to profiles',
    description:
      'Replaces the whole set of profiles that have a tag: profiles that are not listed lose it. To add ' +
      'profiles, read the set with list_tags first and include it; if list_tags shows moreProfiles, read ' +
      'all of them with list_profiles and tagId. If one id is unknown, nothing changes.',
    output: ToolTag,
    content: oneTag,
    refusals: {
      tag_not_found,
      profile_not_found:
        'One or more profiles not found on this account. Nothing was changed. Call list_profiles to see valid ids.',
    },
  },
  run: (context, named) => changeTagProfiles(context, named, 'replace', 'some'),
})
