import type { Profile } from './model.ts'
import { type AttemptRows, standingOf } from './standing.ts'

/** All rows that make up one profile, as the store reads them; those of sittings and results of its attempt. */
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
    quality: AttemptRows['quality']
  }
  customIds: string[]
} & Pick<AttemptRows, 'sittings' | 'results'>

/** The profile as the API answers it: the one place where rows become the public shape. */
export function profileDocument({ profile, customIds, sittings, results }: ProfileParts): Profile {
  const { available_assessments: available, quality } = profile
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
    ...standingOf({ available, quality, sittings, results }),
  }
}
