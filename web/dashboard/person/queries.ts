import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '../client/api-error.ts'
import { call } from '../client/call.ts'
import { queryClient } from '../client/queries.ts'
import { keys } from '../client/query-keys.ts'
import type { Debrief } from '../client/types.ts'
import type { LanguageCode } from '../words/languages.ts'

/** One person with results and tags. */
export const profileQuery = (profileId: string) =>
  queryOptions({
    queryKey: keys.profile(profileId),
    queryFn: async ({ signal }) =>
      (await call('GET /profile/{profileId}', { path: { profileId }, query: { includeTags: true }, signal }))
        .profile,
  })

/** How far they have come, their latest invite, and whether they ask to be erased; null for nobody. */
export const personProgressQuery = (profileId: string) =>
  queryOptions({
    queryKey: [...keys.profile(profileId), 'progress'],
    queryFn: async ({ signal }) =>
      (await call('GET /profiles/progress', { query: { profileIds: [profileId] }, signal })).progress[0] ??
      null,
  })

/** Everything held on them; asked for where something stands nowhere else. */
export const heldQuery = (profileId: string) =>
  queryOptions({
    queryKey: [...keys.profile(profileId), 'held'],
    queryFn: async ({ signal }) =>
      (await call('GET /profile/{profileId}/export', { path: { profileId }, signal })).data,
  })

/**
 * The stored debrief in a language; null where there is none. What is held says in which languages there is one, so
 * that nothing is asked for that is not there.
 */
export const debriefQuery = (profileId: string, locale: LanguageCode) =>
  queryOptions({
    queryKey: [...keys.profile(profileId), 'debrief', locale],
    queryFn: async ({ signal }): Promise<Debrief | null> => {
      const { debriefs } = await queryClient.fetchQuery(heldQuery(profileId))
      if (!debriefs.some((debrief) => debrief.locale === locale)) return null
      const path = { profileId }
      try {
        return (await call('GET /playbook/ai/debrief/{profileId}', { path, query: { locale }, signal })).data
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
  })

/** The newest hundred attempts; nobody has taken as many. */
export const attemptsQuery = (profileId: string) =>
  queryOptions({
    queryKey: [...keys.profile(profileId), 'attempts'],
    queryFn: async ({ signal }) =>
      (
        await call('GET /profile/{profileId}/attempts', {
          path: { profileId },
          query: { limit: 100 },
          signal,
        })
      ).attempts,
  })

export const invitesQuery = (profileId: string) =>
  queryOptions({
    queryKey: [...keys.profile(profileId), 'invites'],
    queryFn: async ({ signal }) =>
      (await call('GET /profile/{profileId}/invites', { path: { profileId }, query: { limit: 50 }, signal }))
        .invites,
  })

/** What the audit says of them, the newest first. */
export const entriesQuery = (profileId: string) =>
  queryOptions({
    queryKey: [...keys.profile(profileId), 'entries'],
    queryFn: async ({ signal }) =>
      call('GET /audit-log', { query: { targetId: profileId, limit: 20, includeNames: true }, signal }),
  })

/** The keys of other systems that stand for them. */
export const aliasesQuery = (profileId: string) =>
  queryOptions({
    queryKey: [...keys.profile(profileId), 'aliases'],
    queryFn: async ({ signal }) => {
      const query = { resourceType: 'profile', resourceId: profileId, limit: 100 } as const
      return (await call('GET /resource-aliases', { query, signal })).resourceAliases
    },
  })

/** Links to their report that still work. */
export const linksQuery = (profileId: string) =>
  queryOptions({
    queryKey: [...keys.profile(profileId), 'links'],
    queryFn: async ({ signal }) =>
      (await call('GET /report-links', { query: { profileId, limit: 50 }, signal })).reportLinks,
  })

/** After a change: whatever may show it is asked for anew, first of all what is on the page now. */
export function refreshPerson(): Promise<void> {
  return queryClient.invalidateQueries()
}
