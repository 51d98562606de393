import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '../client/api-error.ts'
import { call } from '../client/call.ts'
import { isCoach } from '../client/coach.ts'
import { queryClient } from '../client/queries.ts'
import { keys } from '../client/query-keys.ts'
import type { Debrief } from '../client/types.ts'
import type { LanguageCode } from '../words/languages.ts'
import { pageLocale } from '../words/page-locale.ts'

/** One person with results and tags. */
export const profileQuery = (profileId: string) =>
  queryOptions({
    queryKey: keys.profile(profileId),
    queryFn: async ({ signal }) =>
      (await call('GET /profile/{profileId}', { path: { profileId }, query: { includeTags: true }, signal }))
        .profile,
  })

/**
 * For what the page waits for and its parts read too. After an error it is shown without them: if a part asked again, the page
 * would wait again, and so on.
 */
const awaitedOnce = { retryOnMount: false }

/** Progress, latest invite, and deletion request; null for unknown people. */
export const personProgressQuery = (profileId: string) =>
  queryOptions({
    ...awaitedOnce,
    queryKey: [...keys.profile(profileId), 'progress'],
    queryFn: async ({ signal }) =>
      (await call('GET /profiles/progress', { query: { profileIds: [profileId] }, signal })).progress[0] ??
      null,
  })

/** How the person's own page begins, in the language of the dashboard. */
export const takeawaysQuery = (profileId: string) =>
  queryOptions({
    ...awaitedOnce,
    queryKey: [...keys.profile(profileId), 'takeaways'],
    queryFn: async ({ signal }) => {
      const path = { profileId }
      const query = { locale: pageLocale }
      return (await call('GET /profile/{profileId}/takeaways', { path, query, signal })).takeaways
    },
  })

/** All data about the person; loaded for what no other call returns. */
export const heldQuery = (profileId: string) =>
  queryOptions({
    queryKey: [...keys.profile(profileId), 'held'],
    queryFn: async ({ signal }) =>
      (await call('GET /profile/{profileId}/export', { path: { profileId }, signal })).data,
  })

/**
 * The stored debrief in a language; null if there is none. The full data lists the languages that exist, so missing
 * ones are not requested; coaches don't get it.
 */
export const debriefQuery = (profileId: string, locale: LanguageCode) =>
  queryOptions({
    queryKey: [...keys.profile(profileId), 'debrief', locale],
    queryFn: async ({ signal }): Promise<Debrief | null> => {
      if (!isCoach()) {
        const { debriefs } = await queryClient.fetchQuery(heldQuery(profileId))
        if (!debriefs.some((debrief) => debrief.locale === locale)) return null
      }
      const path = { profileId }
      try {
        return (await call('GET /playbook/ai/debrief/{profileId}', { path, query: { locale }, signal })).data
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
  })

/** What the user wrote down about the person; no one else gets it. */
export const notesQuery = (profileId: string) =>
  queryOptions({
    queryKey: [...keys.profile(profileId), 'notes'],
    queryFn: async ({ signal }) => (await call('GET /member/notes', { query: { profileId }, signal })).notes,
  })

/** The newest 100 attempts; more don't occur. */
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

/** The campaigns in which they were invited, the latest first. */
export const personCampaignsQuery = (profileId: string) =>
  queryOptions({
    ...awaitedOnce,
    queryKey: [...keys.profile(profileId), 'campaigns'],
    queryFn: async ({ signal }) =>
      (
        await call('GET /profile/{profileId}/campaigns', {
          path: { profileId },
          query: { limit: 50 },
          signal,
        })
      ).campaigns,
  })

/** Audit entries about them, newest first. */
export const entriesQuery = (profileId: string) =>
  queryOptions({
    queryKey: [...keys.profile(profileId), 'entries'],
    queryFn: async ({ signal }) =>
      call('GET /audit-log', { query: { targetId: profileId, limit: 20, includeNames: true }, signal }),
  })

/** Events about them, newest first. */
export const eventsQuery = (profileId: string) =>
  queryOptions({
    queryKey: [...keys.profile(profileId), 'events'],
    queryFn: ({ signal }) =>
      call('GET /events', { query: { before: 'latest', profileId, limit: 20 }, signal }),
  })

/** Their external IDs. */
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

/** After a change: invalidates everything that may show it, active queries first. */
export function refreshPerson(): Promise<void> {
  return queryClient.invalidateQueries()
}
