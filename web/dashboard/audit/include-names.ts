import { hasScope } from '../client/access.ts'

/** Entries include names only for tokens that can read profiles. */
export function includeNamesQuery(): { includeNames?: true } {
  return hasScope('profiles:read') ? { includeNames: true } : {}
}
