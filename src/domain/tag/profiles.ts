import { z } from 'zod'
import { missing } from '../../contract/failure.ts'
import {
  type Change,
  type Context,
  operation,
  type RestDoor,
  type Written,
} from '../../contract/operation.ts'
import { PublicId } from '../../contract/shapes.ts'
import { ProfileSet, type SetWish, setChange, Tag } from './model.ts'
import {
  countKnownProfiles,
  findTag,
  linkProfiles,
  listProfileIds,
  lockTag,
  type TagLabel,
  unlinkProfiles,
  updateTag,
} from './store.ts'

const input = z.strictObject({ tagId: PublicId, profileIds: ProfileSet })

export const assignTag = operation({
  name: 'assign_tags_to_profiles',
  summary: 'Replace the set of profiles that have a tag',
  description:
    'An empty list takes the tag from all profiles. One unknown profile, and nothing changes. One call names at ' +
    'most 25,000 profiles; a tag may hold more, added in several calls.',
  scope: 'tags:manage',
  reveals: 'status',
  issues: 'nothing',
  effect: 'replaces',
  refuses: ['missing', 'conflict'],
  input,
  output: Tag,
  rest: door('PUT'),
  run: (context, given) => changeSet(context, given, 'replace'),
})

export const addProfilesToTag = operation({
  name: 'add_profiles_to_tag',
  summary: 'Give a tag to further profiles',
  description: 'Profiles that have the tag keep it. One unknown profile, and nothing changes.',
  scope: 'tags:manage',
  reveals: 'status',
  issues: 'nothing',
  effect: 'adds',
  refuses: ['missing', 'conflict'],
  input,
  output: Tag,
  rest: door('POST'),
  run: (context, given) => changeSet(context, given, 'add'),
})

export const removeProfilesFromTag = operation({
  name: 'remove_profiles_from_tag',
  summary: 'Take a tag from some of its profiles',
  description: 'Profiles without the tag are left alone. One unknown profile, and nothing changes.',
  scope: 'tags:manage',
  reveals: 'status',
  issues: 'nothing',
  effect: 'replaces',
  refuses: ['missing', 'conflict'],
  input,
  output: Tag,
  rest: door('DELETE'),
  run: (context, given) => changeSet(context, given, 'remove'),
})

function door(method: 'PUT' | 'POST' | 'DELETE'): RestDoor {
  return { group: 'tags', route: `${method} /tag/{tagId}/profiles`, key: 'tag', status: 200 }
}

/** Changes which profiles have a tag: all of what is asked, or nothing. */
export async function changeSet(
  context: Context,
  { tagId, profileIds }: { tagId: string; profileIds: readonly string[] },
  way: SetWish['way'],
): Promise<Written<Tag>> {
  const { sql, account } = context
  const tag = (await lockTag(sql, account.id, tagId)) ?? noSuchTag()
  const changes = await changeProfiles(context, tag, { way, named: profileIds }, 'profileIds')
  return { resource: (await findTag(sql, account.id, tagId)) ?? noSuchTag(), changes }
}

/**
 * Changes the profiles of a tag that is locked. Returns the change, or none where all stood as asked already; then
 * the tag has not changed either. `param` is the field in which the profiles were named.
 */
export async function changeProfiles(
  { sql, account, now }: Context,
  tag: TagLabel,
  wish: SetWish,
  param: string,
): Promise<Change[]> {
  const standing = await listProfileIds(sql, account.id, tag.id)
  const { strangers, added, removed } = setChange(standing, wish)
  if (strangers.length > 0 && (await countKnownProfiles(sql, account.id, strangers)) < strangers.length) {
    throw missing('One or more profiles were not found on this account. Nothing was changed.', {
      code: 'profile_not_found',
      param,
    })
  }
  if (added.length === 0 && removed.length === 0) return []
  if (removed.length > 0) await unlinkProfiles(sql, account.id, tag.id, removed)
  if (added.length > 0) await linkProfiles(sql, account.id, tag.id, added)
  await updateTag(sql, account.id, tag, now())
  return [
    { target: { type: 'tag', id: tag.id }, changes: { added: listed(added), removed: listed(removed) } },
  ]
}

/** Profiles named in an audit entry at most: a set may be large, and an entry is kept for ever. */
const mostListed = 100

function listed(ids: readonly string[]): { count: number; profileIds: readonly string[] } {
  return { count: ids.length, profileIds: ids.slice(0, mostListed) }
}

export function noSuchTag(): never {
  throw missing('Tag not found.', { code: 'tag_not_found' })
}
