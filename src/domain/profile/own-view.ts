import { missing } from '../../contract/failure.ts'
import type { Context } from '../../contract/operation.ts'
import type { Sql } from '../../contract/ports.ts'
import type { AssessmentId } from '../../contract/shapes.ts'
import type { Sight } from '../../contract/sight.ts'
import { readResultRows, readSittings } from './attempt-store.ts'
import type { Profile } from './model.ts'
import { type AttemptRows, standingOf } from './standing.ts'
import { findProfile } from './store.ts'

/**
 * A profile as its person may see it. Of what is withheld nothing is in `profile` but that it needs no answer: it
 * counts as completed.
 */
export type OwnView = { profile: Profile; withheld: readonly AssessmentId[] }

/** The profile of the person who asks, as the link that they came in by may show it. */
export async function openOwn(
  { sql, account, caller }: Context,
  find: typeof findProfile = findProfile,
): Promise<OwnView> {
  const profile = caller.kind === 'taker' ? await find(sql, account.id, caller.profileId) : undefined
  if (caller.kind !== 'taker' || !profile) {
    throw missing('There is nothing here any more. Ask for a new invitation.')
  }
  return ownView(sql, account.id, profile, caller.sight)
}

export async function ownView(sql: Sql, accountId: string, profile: Profile, sight: Sight): Promise<OwnView> {
  if (sight.fields === 'all') return { profile, withheld: [] }
  const key = { accountId, profileId: profile.id }
  const sittings = await readSittings(sql, key, 'current')
  const results = await readResultRows(sql, key, 'current')
  const withheld = sittings
    .filter((one) => one.date_started !== null && one.entered_through !== sight.through)
    .map(({ assessment }) => assessment)
  const isShown = ({ assessment }: { assessment: AssessmentId }) => !withheld.includes(assessment)
  // Quality looks at all answers together, and at those of earlier attempts.
  const isWhole = withheld.length === 0 && profile.attempt === 1
  const standing = standingOf({
    available: profile.availableAssessments,
    quality: isWhole ? (profile.quality as AttemptRows['quality']) : null,
    sittings: sittings.filter(isShown),
    results: results.filter(isShown),
  })
  const done = standing.availableAssessments.filter(
    (id) => withheld.includes(id) || standing.completedAssessments.includes(id),
  )
  const isCompleted = done.length === standing.availableAssessments.length
  const named = withoutUnknown(profile, sight)
  return { profile: { ...named, ...standing, completedAssessments: done, isCompleted }, withheld }
}

/** The profile without the names and addresses that a limited link may not tell. */
export function withoutUnknown<P extends Pick<Profile, 'email' | 'phone' | 'firstName' | 'lastName'>>(
  profile: P,
  { fields }: Sight,
): P {
  if (fields === 'all') return profile
  const told = (field: 'email' | 'phone' | 'firstName' | 'lastName') =>
    fields.includes(field) ? profile[field] : null
  return {
    ...profile,
    ...{ email: told('email'), phone: told('phone') },
    ...{ firstName: told('firstName'), lastName: told('lastName') },
  }
}
