import { accountQuery, queryClient } from './queries.ts'

/**
 * Whether the user is a coach, who sees the people of their teams only. The account is loaded before any page is shown.
 * The API refuses what coaches may not do; this only hides it.
 */
export function isCoach(): boolean {
  return queryClient.getQueryData(accountQuery.queryKey)?.sees === 'teams'
}

/** The pages for coaches. Others are about the whole account. */
export function isForCoaches(path: string): boolean {
  return ['/', '/people', '/teams', '/teams/agenda', '/compare'].includes(path) || path.startsWith('/people/')
}
