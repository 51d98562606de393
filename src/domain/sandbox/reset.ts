import type { Change, Context, WriteResult } from '../../contract/operation.ts'
import { eraseProfile } from '../profile/erase.ts'
import { removeTagAndAliases } from '../tag/operations.ts'
import { listPeopleIds, listTagIds, removeMessages } from './store.ts'

type Emptied = { profiles: number; tags: number }

/** Deletes all people of the account one by one, so that each is gone as completely as any deleted person. */
export async function emptySandbox(context: Context): Promise<WriteResult<Emptied>> {
  const { sql, account, now } = context
  const changes: Change[] = []
  const ids = await listPeopleIds(sql, account.id)
  for (const id of ids) {
    await eraseProfile(sql, account.id, id, { reason: 'api', now: now() })
    changes.push({ target: { type: 'profile', id }, action: 'delete_profile' })
  }
  const tagIds = await listTagIds(sql, account.id)
  for (const tagId of tagIds) {
    const removed = await removeTagAndAliases(context, { tagId })
    changes.push(...removed.changes.map((change) => ({ ...change, action: 'delete_tag' })))
  }
  // Those about people are gone with them.
  await removeMessages(sql, account.id)
  return { resource: { profiles: ids.length, tags: tagIds.length }, changes }
}
