import { hasScope } from '../client/access.ts'

/** Names of what the ids stand for are for those who may read profiles. */
export function includeNamesQuery(): { includeNames?: true } {
  return hasScope('profiles:read') ? { includeNames: true } : {}
}
