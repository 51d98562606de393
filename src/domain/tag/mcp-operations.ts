import { z } from 'zod'
import { toolOf } from '../../contract/operation.ts'
import { Color, Label, maxProfilesPerCall, ToolTag } from './model.ts'
import { deleteTag, updateTag } from './operations.ts'
import { assignTagsToProfiles } from './profiles.ts'

/**
 * The tools that change tags. They do what REST does with fewer options: a model replaces a whole tag, and a malformed
 * id is refused like any other wrong id.
 */
const tagId = z.string().meta({
  description: 'Tag id from list_tags.',
  examples: ['6920318e4b1a0c7d2e8f5a70'],
})
const tag_not_found = 'Tag not found. Call list_tags to see valid ids.'

export const updateTagMcp = toolOf(updateTag, {
  input: z.strictObject({ tagId, label: Label, color: Color }),
  mcp: {
    title: 'Update tag',
    description:
      'Replaces label and color of a tag; to keep one of them, send its current value. The tag stays on ' +
      'its profiles.',
    output: ToolTag,
    content: ({ resource }) => resource,
    refusals: { tag_not_found },
  },
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

export const assignTagsToProfilesMcp = toolOf(assignTagsToProfiles, {
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
      'profiles, read the set with list_tags first and include it. If one id is unknown, nothing ' +
      'changes.',
    output: ToolTag,
    content: ({ resource }) => resource,
    refusals: {
      tag_not_found,
      profile_not_found:
        'One or more profiles not found on this account. Nothing was changed. Call list_profiles to see valid ids.',
    },
  },
})
