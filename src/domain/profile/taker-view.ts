import { notFound } from '../../contract/failure.ts'
import type { Context } from '../../contract/operation.ts'
import type { Sql } from '../../contract/ports.ts'
import type { AssessmentId } from '../../contract/shapes.ts'
import type { Visibility } from '../../contract/visibility.ts'
import { readResultRows, readSittings } from './attempt-store.ts'
import { type AttemptRows, summarizeAttempt } from './attempt-summary.ts'
import type { Profile } from './model.ts'
import { findProfile } from './store.ts'

/**
 * A profile as its person may see it. Withheld assessments appear in `profile` only as completed, because the person
 * needn't answer them.
 */
export type TakerView = { profile: Profile; withheld: readonly AssessmentId[] }

/** The caller's own profile, limited to what their link may show. */
export async function readTakerView(
  { sql, account, caller }: Pick<Context, 'sql' | 'account' | 'caller'>,
  find: typeof findProfile = findProfile,
): Promise<TakerView> {
  const profile = caller.kind === 'taker' ? await find(sql, account.id, caller.profileId) : undefined
  if (caller.kind !== 'taker' || !profile) {
    throw notFound("There's nothing here anymore. Ask for a new invitation.")
  }
  return takerViewOf(sql, account.id, profile, caller.visibility)
}

export async function takerViewOf(
  sql: Sql,
  accountId: string,
  profile: Profile,
  visibility: Visibility,
): Promise<TakerView> {
  if (visibility.fields === 'all') return { profile, withheld: [] }
  const key = { accountId, profileId: profile.id }
  const sittings = await readSittings(sql, key, 'current')
  const results = await readResultRows(sql, key, 'current')
  const withheld = sittings
    .filter((sitting) => sitting.date_started !== null && sitting.entered_through !== visibility.through)
    .map(({ assessment }) => assessment)
  const isShown = ({ assessment }: { assessment: AssessmentId }) => !withheld.includes(assessment)
  // Response quality considers all answers together, including those of earlier attempts.
  const isWhole = withheld.length === 0 && profile.attempt === 1
  const summary = summarizeAttempt({
    available: profile.availableAssessments,
    quality: isWhole ? (profile.quality as AttemptRows['quality']) : null,
    sittings: sittings.filter(isShown),
    results: results.filter(isShown),
  })
  const done = summary.availableAssessments.filter(
    (id) => withheld.includes(id) || summary.completedAssessments.includes(id),
  )
  const isCompleted = done.length === summary.availableAssessments.length
  const named = redactProfile(profile, visibility)
  return { profile: { ...named, ...summary, completedAssessments: done, isCompleted }, withheld }
}

/** The profile without the names and addresses that a limited link may not show. */
export function redactProfile<P extends Pick<Profile, 'email' | 'phone' | 'firstName' | 'lastName'>>(
  profile: P,
  { fields }: Visibility,
): P {
  if (fields === 'all') return profile
  const visible = (field: 'email' | 'phone' | 'firstName' | 'lastName') =>
    fields.includes(field) ? profile[field] : null
  return {
    ...profile,
    email: visible('email'),
    phone: visible('phone'),
    firstName: visible('firstName'),
    lastName: visible('lastName'),
  }
}
