import { noteErasure } from '../../contract/erasure.ts'
import type { EventData } from '../../contract/event-types.ts'
import type { Sql } from '../../contract/ports.ts'
import { removeAliasesOf } from '../alias/store.ts'
import { recordEvent } from '../event/record.ts'
import { eraseResponsesAbout } from '../idempotency/store.ts'
import { cancelDeliveriesAbout } from '../webhook/delivery-store.ts'
import { removeProfile } from './store.ts'

type DeletionReason = EventData<'profile.deleted'>['reason']

/**
 * Deletes a profile with all data about the person. Rows that reference the profile go with its row; rows that only
 * name it are deleted here. False if there is no such profile. The caller writes the audit entry.
 */
export async function eraseProfile(
  sql: Sql,
  accountId: string,
  profileId: string,
  { reason, now }: { reason: DeletionReason; now: Date },
): Promise<boolean> {
  if (!(await removeProfile(sql, accountId, profileId))) return false
  await removeAliasesOf(sql, accountId, 'profile', profileId)
  await eraseResponsesAbout(sql, accountId, profileId)
  await cancelDeliveriesAbout(sql, accountId, profileId, now)
  noteErasure(sql, { accountId, profileId })
  recordEvent(sql, { type: 'profile.deleted', data: { profileId, reason } })
  return true
}
