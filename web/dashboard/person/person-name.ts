import type { Profile } from '../api/types.ts'

type Named = Pick<Profile, 'firstName' | 'lastName' | 'email' | 'phone'>

/** How a person is called on a page: by name, else by the address that is known of them. */
export function nameOf({ firstName, lastName, email, phone }: Named): string {
  return [firstName, lastName].filter(Boolean).join(' ') || email || phone || 'Somebody without a name'
}

/** How a sentence speaks of them: by the first name, or without one. */
export function shortNameOf({ firstName }: Named): string {
  return firstName || 'this person'
}
