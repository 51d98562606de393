import { z } from 'zod'
import { operation } from '../../contract/operation.ts'
import { Color, Label, maxProfilesPerCall, Tag, ToolTag } from './model.ts'
import { applyTagUpdate, removeTagAndAliases } from './operations.ts'
import { changeTagProfiles } from './profiles.ts'

/**
 * The tools that change tags. They do what REST does with fewer options: a model replaces a whole tag, and a malformed
 * id is refused like any other wrong id.
 */
const tagId = z.string().meta({
  description: 'The id of a tag, as list_tags gives it.',
  examples: ['6920318e4b1a0c7d2e8f5a70'],
})
const tag_not_found = 'Tag not found. Call list_tags to see valid ids.'

export const updateTagMcp = operation({
  name: 'update_tag',
  summary: 'Overwrite label and color of a tag',
  scope: 'tags:manage',
  reveals: 'status',
  issues: 'nothing',
  effect: 'replaces',
  refuses: ['missing'],
  input: z.strictObject({ tagId, label: Label, color: Color }),
  output: Tag,
  mcp: {
    title: 'Update tag',
    description:
      'Overwrites label and color of a tag, whatever they were; to keep one of them, send it as it is. ' +
      'The profiles of the tag stay.',
    output: ToolTag,
    content: ({ resource }) => resource,
    refusals: { tag_not_found },
  },
  run: applyTagUpdate,
})

export const deleteTagMcp = operation({
  name: 'delete_tag',
  summary: 'Delete a tag, from every profile too',
  scope: 'tags:manage',
  reveals: 'status',
  issues: 'nothing',
  effect: 'replaces',
  refuses: ['missing'],
  input: z.strictObject({ tagId }),
  output: z.null(),
  mcp: {
    title: 'Delete tag',
    description:
      'Deletes a tag and takes it from every profile. It cannot be brought back; the profiles stay.',
    output: z.object({ deleted: z.literal(true), tagId: z.string() }),
    content: (_, given) => ({ deleted: true, tagId: given.tagId }),
    refusals: { tag_not_found },
  },
  run: removeTagAndAliases,
})

export const assignTagsToProfilesMcp = operation({
  name: 'assign_tags_to_profiles',
  summary: 'Replace the set of profiles that have a tag',
  scope: 'tags:manage',
  reveals: 'status',
  issues: 'nothing',
  effect: 'replaces',
  refuses: ['missing'],
  input: z.strictObject({
    tagId,
    profileIds: z
      .array(z.string())
      .max(maxProfilesPerCall, `has too many ids: at most ${maxProfilesPerCall}`)
      .meta({
        description: 'Ids of all profiles that have the tag from now on; an empty list clears it.',
        examples: [['6920318e4b1a0c7d2e8f5a63']],
      })
      .transform((ids) => [...new Set(ids)]),
  }),
  output: Tag,
  mcp: {
    title: 'Assign tag to profiles',
    description:
      'Replaces the whole set of profiles that have a tag: profiles that are not named lose it. To add some, ' +
      'read the set with list_tags first and send it with the new ids. One unknown id, and nothing changes.',
    output: ToolTag,
    content: ({ resource }) => resource,
    refusals: {
      tag_not_found,
      profile_not_found:
        'One or more profiles not found on this account. Nothing was changed. Call list_profiles to see valid ids.',
    },
  },
  run: (context, given) => changeTagProfiles(context, given, 'replace'),
})
