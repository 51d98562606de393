import type { Account } from '../../contract/operation.ts'
import type { Sql } from '../../contract/ports.ts'
import { readResultRows } from '../profile/attempt-store.ts'
import type { Profile } from '../profile/model.ts'
import { findProfile } from '../profile/store.ts'
import type { DebriefBasis } from './facts.ts'
import type { Debrief } from './model.ts'
import { resultsHash } from './results-hash.ts'
import { listDebriefs, type StoredDebrief } from './store.ts'

/** A person, what is known of the person now, and what was written so far; the newest first. */
export type DebriefSubject = {
  profile: Profile
  basis: DebriefBasis
  resultsHash: string
  debriefs: Debrief[]
}

/** Undefined where there is no such profile. `find` may lock it, so that what is read stays true. */
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
  return { profile, basis, resultsHash: hash, debriefs: stored.map((one) => shown(one, profile, hash)) }
}

function shown(stored: StoredDebrief, { isCompleted }: Profile, current: string): Debrief {
  const { ratings, createdAt, updatedAt, ...text } = stored
  const stale = !isCompleted || stored.resultsHash !== current
  return { ...text, stale, ratings, createdAt, updatedAt }
}
