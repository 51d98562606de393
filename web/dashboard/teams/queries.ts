import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../client/call.ts'
import { keys } from '../client/query-keys.ts'
import type { LanguageCode } from '../words/languages.ts'
import { pageLocale } from '../words/page-locale.ts'
import type { TeamSearch } from './search.ts'

/** The team: everyone with any of these tags or in any of these saved teams, or these people. */
export type TeamFilter = Pick<TeamSearch, 'tagIds' | 'savedTeamIds' | 'profileIds'>

/** Whether the address names a team. */
export function isTeamChosen({ tagIds, savedTeamIds, profileIds }: TeamFilter): boolean {
  return Boolean(tagIds ?? savedTeamIds ?? profileIds)
}

/** The API request. Its texts are shown among those of the page, so they are requested in the page's language. */
export function teamRequest({ tagIds, savedTeamIds, profileIds }: TeamFilter) {
  return {
    query: {
      ...(tagIds ? { tagIds: [...tagIds] } : {}),
      ...(savedTeamIds ? { savedTeamIds: [...savedTeamIds] } : {}),
      ...(profileIds ? { profileIds: [...profileIds] } : {}),
      locale: pageLocale,
    },
  }
}

/**
 * The team for the search parameters. The former one stays until it is loaded. Changes of people or tags invalidate
 * it.
 */
export function teamQuery(chosen: TeamFilter) {
  const request = teamRequest(chosen)
  return queryOptions({
    queryKey: [...keys.people, 'team', request.query],
    enabled: isTeamChosen(chosen),
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await call('GET /team', { ...request, signal })).team,
  })
}

/**
 * A page of the people of a large team, by name, with those who have no results. Null for tags and saved teams together:
 * the list of people takes both as conditions, and a team is everyone who is in any.
 */
export function teamPeopleRequest({ tagIds, savedTeamIds }: TeamFilter, page = 1) {
  if (Boolean(tagIds) === Boolean(savedTeamIds)) return null
  return {
    query: {
      ...(tagIds ? { tagIds: [...tagIds] } : {}),
      ...(savedTeamIds ? { savedTeamIds: [...savedTeamIds] } : {}),
      sortProp: 'name',
      sortOrder: 'ascending',
      limit: 25,
      page,
    },
  } as const
}

export function teamPeopleQuery(request: NonNullable<ReturnType<typeof teamPeopleRequest>>) {
  return queryOptions({
    queryKey: [...keys.people, 'teamPeople', request.query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call('GET /profiles', { ...request, signal }),
  })
}

/** The team next to everyone on the account. Coaches may not see it. */
export function organizationQuery(chosen: TeamFilter) {
  const request = teamRequest(chosen)
  return queryOptions({
    queryKey: [...keys.people, 'teamAndOrganization', request.query],
    queryFn: async ({ signal }) => (await call('GET /team/organization', { ...request, signal })).comparison,
  })
}

/** The agenda is read by the team, so its language is chosen. */
export function agendaRequest(chosen: TeamFilter, locale: LanguageCode) {
  return { query: { ...teamRequest(chosen).query, locale } }
}

export function agendaQuery(chosen: TeamFilter, locale: LanguageCode) {
  const request = agendaRequest(chosen, locale)
  return queryOptions({
    queryKey: [...keys.people, 'agenda', request.query],
    enabled: isTeamChosen(chosen),
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await call('GET /team/agenda', { ...request, signal })).agenda,
  })
}
