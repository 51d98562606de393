import type { Change, Context } from '../../contract/operation.ts'
import { recordEvent } from '../event/record.ts'
import { insertTag } from './store.ts'

/** Adds a tag without profiles. Returns the change for the audit log. */
export async function addTag(
  { sql, account, now, newId }: Context,
  { label, color }: { label: string; color: string },
): Promise<{ id: string; createdAt: Date; change: Change }> {
  const [id, createdAt] = [newId(), now()]
  await insertTag(sql, { accountId: account.id, id, label, color, now: createdAt })
  recordEvent(sql, { type: 'tag.created', data: { tagId: id } })
  return { id, createdAt, change: { target: { type: 'tag', id }, changes: { fields: ['color', 'label'] } } }
}
