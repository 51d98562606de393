import { z } from 'zod'
import { Failure } from '../../contract/failure.ts'
import { type Context, operation, type RestBinding, type WriteResult } from '../../contract/operation.ts'
import { PublicId } from '../../contract/shapes.ts'
import {
  diffProfileSet,
  IncludeProfiles,
  ProfileSet,
  type ProfileSetChange,
  type ShownProfiles,
  shownProfiles,
  Tag,
  undoSiblings,
} from './model.ts'
import { countExistingProfiles, findTag, listProfileIds, lockTag, type TagLabel } from './store.ts'
import { type ProfileSetResult, writeProfileSetChange } from './write-profiles.ts'

const input = z.strictObject({ tagId: PublicId, profileIds: ProfileSet, includeProfiles: IncludeProfiles })

export const assignTagsToProfiles = operation({
  name: 'assign_tags_to_profiles',
  summary: 'Replace the set of profiles that have a tag',
  description:
    'An empty list removes the tag from all profiles. If one profile is unknown, nothing changes. One ' +
    'request can list up to 25,000 profiles; a tag can have more, added by several requests.',
  scope: 'tags:manage',
  reveals: 'status',
  issues: 'nothing',
  effect: 'replaces',
  emits: ['tag.profilesReplaced'],
  refuses: ['missing', 'conflict'],
  input,
  output: Tag,
  rest: restDoor('PUT', 'tags.replaceProfiles'),
  run: changeBy('replace'),
})

export const addProfilesToTag = operation({
  name: 'add_profiles_to_tag',
  summary: 'Add a tag to more profiles',
  description: 'Profiles that already have the tag keep it. If one profile is unknown, nothing changes.',
  scope: 'tags:manage',
  reveals: 'status',
  issues: 'nothing',
  effect: 'adds',
  emits: ['tag.profilesReplaced'],
  refuses: ['missing', 'conflict'],
  input,
  output: Tag,
  rest: restDoor('POST', 'tags.addProfiles'),
  run: changeBy('add'),
})

export const removeProfilesFromTag = operation({
  name: 'remove_profiles_from_tag',
  summary: 'Remove a tag from some of its profiles',
  description: 'Profiles without the tag are not changed. If one profile is unknown, nothing changes.',
  scope: 'tags:manage',
  reveals: 'status',
  issues: 'nothing',
  effect: 'replaces',
  evenBeyondQuotas: true,
  emits: ['tag.profilesReplaced'],
  refuses: ['missing', 'conflict'],
  input,
  output: Tag,
  rest: restDoor('DELETE', 'tags.removeProfiles'),
  run: changeBy('remove'),
})

function restDoor(method: 'PUT' | 'POST' | 'DELETE', sdk: RestBinding['sdk']): RestBinding {
  return {
    group: 'tags',
    route: `${method} /tag/{tagId}/profiles`,
    sdk,
    key: 'tag',
    status: 200,
    siblings: undoSiblings,
  }
}

function changeBy(way: ProfileSetChange['way']) {
  return (context: Context, { includeProfiles, ...named }: z.output<typeof input>) =>
    changeTagProfiles(context, named, way, shownProfiles(includeProfiles))
}

/** Changes which profiles have a tag: all requested changes or none. */
export async function changeTagProfiles(
  context: Context,
  { tagId, profileIds }: { tagId: string; profileIds: readonly string[] },
  way: ProfileSetChange['way'],
  shown: ShownProfiles,
): Promise<WriteResult<Tag>> {
  const { sql, account } = context
  const tag = (await lockTag(sql, account.id, tagId)) ?? noSuchTag()
  const named = { way, named: profileIds }
  const { changes, undo } = await applyProfileSetChange(context, tag, named, 'profileIds')
  const resource = (await findTag(sql, account.id, tagId, shown)) ?? noSuchTag()
  return { resource, siblings: { undo }, changes }
}

/** Changes the profiles of a locked tag. `param` is the field that named the profiles. */
export async function applyProfileSetChange(
  context: Context,
  tag: TagLabel,
  change: ProfileSetChange,
  param: string,
): Promise<ProfileSetResult> {
  const { sql, account } = context
  // Adding and removing leaves the other profiles of the tag unread.
  const among = change.way === 'replace' ? undefined : change.named
  const current = await listProfileIds(sql, account.id, tag.id, among)
  const { strangers, added, removed } = diffProfileSet(current, change)
  if (strangers.length > 0 && (await countExistingProfiles(sql, account.id, strangers)) < strangers.length) {
    throw new Failure('profile_not_found', {
      message: 'One or more profiles were not found on this account. Nothing was changed.',
      param,
    })
  }
  return writeProfileSetChange(context, tag, { added, removed })
}

export function noSuchTag(): never {
  throw new Failure('tag_not_found')
}
