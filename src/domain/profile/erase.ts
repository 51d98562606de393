import type { Sql } from '../../contract/ports.ts'
import { removeAliasesOf } from '../alias/store.ts'
import { eraseResponsesAbout } from '../idempotency/store.ts'
import { removeProfile } from './store.ts'

/**
 * Deletes a profile with everything held on the person: what refers to the profile goes with its row, and what only
 * names it goes here. False when there is no such profile. Whoever deletes says so in the audit.
 */
export async function eraseProfile(sql: Sql, accountId: string, profileId: string): Promise<boolean> {
  if (!(await removeProfile(sql, accountId, profileId))) return false
  await removeAliasesOf(sql, accountId, 'profile', profileId)
  await eraseResponsesAbout(sql, accountId, profileId)
  return true
}
