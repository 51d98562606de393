import { type AttemptRows, type SittingRow, summarizeAttempt } from './attempt-summary.ts'
import type { Profile } from './model.ts'

/** All rows of one profile; sittings and results are those of its current attempt. */
export type ProfileParts = {
  profile: {
    id: string
    created_at: string
    updated_at: string
    email: string | null
    phone: string | null
    first_name: string | null
    last_name: string | null
    locale: string | null
    state: 'pending' | 'active'
    attempt: number
    available_assessments: AttemptRows['available']
    /** Null for the full form. */
    focus_form?: string | null
    quality: AttemptRows['quality']
    unconfirmed: string[]
    /** `sandbox` if nobody real answers; null for real people. */
    invented_in: string | null
  }
  customIds: string[]
  sittings: readonly (SittingRow & { entered_through?: string | null })[]
} & Pick<AttemptRows, 'results'>

/** The profile in the shape of the API. The only place that turns rows into it. */
export function profileDocument({ profile, customIds, sittings, results }: ProfileParts): Profile {
  const { available_assessments: available, quality } = profile
  const unconfirmed = unconfirmedOf({ profile, sittings })
  return {
    id: profile.id,
    createdAt: profile.created_at,
    updatedAt: profile.updated_at,
    email: profile.email,
    phone: profile.phone,
    firstName: profile.first_name,
    lastName: profile.last_name,
    locale: profile.locale as Profile['locale'],
    state: profile.state,
    customIds,
    attempt: profile.attempt,
    ...summarizeAttempt({ available, quality, sittings, results }),
    ...(profile.focus_form === 'focus-60' && { focusForm: profile.focus_form }),
    ...(unconfirmed.length > 0 && { unconfirmedAddresses: unconfirmed }),
    ...(profile.invented_in !== null && { synthetic: true as const }),
  }
}

/** Unconfirmed addresses whose links show less than is stored about the person. */
function unconfirmedOf({ profile, sittings }: Pick<ProfileParts, 'profile' | 'sittings'>) {
  const { email, phone, first_name: firstName, last_name: lastName } = profile
  const isKept = (field: string, value: string | null) =>
    value !== null && !profile.unconfirmed.includes(field)
  const hasNames = isKept('firstName', firstName) || isKept('lastName', lastName)
  const isLimited = (field: 'email' | 'phone', address: string | null) => {
    if (address === null || !profile.unconfirmed.includes(field)) return false
    const hasOther = field === 'email' ? isKept('phone', phone) : isKept('email', email)
    const cameElsewhere = (one: (typeof sittings)[number]) =>
      one.date_started !== null && one.entered_through !== address
    return hasNames || hasOther || sittings.some(cameElsewhere)
  }
  return [
    ...(isLimited('email', email) ? (['email'] as const) : []),
    ...(isLimited('phone', phone) ? (['phone'] as const) : []),
  ]
}
