import type { Change, Context } from '../../contract/operation.ts'
import { recordTagChange } from '../event/record.ts'
import { maxProfilesPerCall, type TagUndo } from './model.ts'
import { linkProfiles, type TagLabel, unlinkProfiles, updateTagRow } from './store.ts'
import { forgetTagChanges, noteTagChange } from './undo-store.ts'

/** What a change of a tag's profiles has done: nothing, or one change for the audit log, and how to undo it. */
export type ProfileSetResult = { changes: Change[]; undo: TagUndo | null }

/**
 * Writes a change of the profiles of a locked tag. `added` don't have the tag and `removed` do. Without a change, the
 * tag is unchanged too. There is no undo for more profiles than one request can name.
 */
export async function writeProfileSetChange(
  { sql, account, now, newId }: Context,
  tag: TagLabel,
  { added, removed }: { added: readonly string[]; removed: readonly string[] },
): Promise<ProfileSetResult> {
  if (added.length === 0 && removed.length === 0) return { changes: [], undo: null }
  const locked = { accountId: account.id, tagId: tag.id }
  const profileIds = [...added, ...removed]
  const [changeId, at] = [newId(), now()]
  const canBeUndone = profileIds.length <= maxProfilesPerCall
  if (canBeUndone) await noteTagChange(sql, locked, { id: changeId, at, profileIds })
  else await forgetTagChanges(sql, locked, profileIds)
  if (removed.length > 0) await unlinkProfiles(sql, account.id, tag.id, removed)
  if (added.length > 0) await linkProfiles(sql, account.id, tag.id, added)
  recordTagChange(sql, tag.id, { added, removed })
  await updateTagRow(sql, account.id, tag, at)
  return {
    changes: [
      { target: { type: 'tag', id: tag.id }, changes: { added: listed(added), removed: listed(removed) } },
    ],
    undo: canBeUndone ? { tagId: tag.id, changeId, add: [...removed], remove: [...added] } : null,
  }
}

/** Maximum profiles in an audit entry: a set may be large, and entries are kept forever. */
const maxListed = 100

function listed(ids: readonly string[]): { count: number; profileIds: readonly string[] } {
  return { count: ids.length, profileIds: ids.slice(0, maxListed) }
}
