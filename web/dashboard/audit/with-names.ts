import { may } from '../sign-in/access.ts'

/** Names of what the ids stand for are for those who may read profiles. */
export function withNames(): { includeNames?: true } {
  return may('profiles:read') ? { includeNames: true } : {}
}
