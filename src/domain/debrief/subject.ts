import type { Account } from '../../contract/operation.ts'
import type { Sql } from '../../contract/ports.ts'
import { readResultRows } from '../profile/attempt-store.ts'
import type { Profile } from '../profile/model.ts'
import { findProfile } from '../profile/store.ts'
import type { DebriefBasis } from './facts.ts'
import type { Debrief } from './model.ts'
import { resultsHash } from './results-hash.ts'
import { listDebriefs, type StoredDebrief } from './store.ts'

/** A profile, its current results, and its debriefs, newest first. */
export type DebriefSubject = {
  profile: Profile
  basis: DebriefBasis
  resultsHash: string
  debriefs: Debrief[]
}

/** Undefined if the profile doesn't exist. `find` may lock the profile, so that the data stays current. */
export async function readDebriefSubject(
  sql: Sql,
  account: Pick<Account, 'id'>,
  profileId: string,
  find: typeof findProfile = findProfile,
): Promise<DebriefSubject | undefined> {
  const profile = await find(sql, account.id, profileId)
  if (!profile) return undefined
  const key = { accountId: account.id, profileId }
  const parts = await readResultRows(sql, key, 'current')
  const basis: DebriefBasis = { parts, quality: profile.quality }
  const hash = resultsHash(basis)
  const stored = await listDebriefs(sql, key)
  return {
    profile,
    basis,
    resultsHash: hash,
    debriefs: stored.map((debrief) => withStale(debrief, profile, hash)),
  }
}

function withStale(stored: StoredDebrief, { isCompleted }: Profile, currentHash: string): Debrief {
  const { ratings, createdAt, updatedAt, ...text } = stored
  const stale = !isCompleted || stored.resultsHash !== currentHash
  return { ...text, stale, ratings, createdAt, updatedAt }
}
