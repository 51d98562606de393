import { known, listOf, oneOf, pageParam, type SearchParams } from '../client/search-params.ts'
import { type LanguageCode, localeCodes } from '../words/locale-codes.ts'

/** The sort column of the team table; a minus sign reverses it. Sorted by name by default. */
export type TeamSort = (typeof sorts)[number]

/** Search parameters of a team or a comparison: tags and saved teams, or people. */
export type TeamSearch = {
  tagIds?: readonly string[] | undefined
  savedTeamIds?: readonly string[] | undefined
  profileIds?: readonly string[] | undefined
  order?: TeamSort | undefined
  /** The page of the people of a large team, from 2. */
  page?: number | undefined
}

const sorts = ['-name', 'style', '-style', 'd', '-d', 'i', '-i', 's', '-s', 'c', '-c'] as const

/**
 * Parses the search parameters. Invalid values are dropped, so that every address shows something. The API takes
 * people, or tags and saved teams; people win as the more specific choice.
 */
export function readTeamSearch(params: SearchParams): TeamSearch {
  const profileIds = idsOf(params.profileIds)
  const tagIds = profileIds ? undefined : idsOf(params.tagIds)
  const savedTeamIds = profileIds ? undefined : idsOf(params.savedTeamIds)
  return known({
    profileIds,
    tagIds,
    savedTeamIds,
    order: oneOf(params.order, sorts),
    page: pageParam(params.page),
  })
}

/** An agenda is for a team, in the language of its readers. */
export type AgendaSearch = Omit<TeamSearch, 'order' | 'page'> & { language?: LanguageCode }

export function readAgendaSearch(params: SearchParams): AgendaSearch {
  const { order: _, page: __, ...chosen } = readTeamSearch(params)
  return known({ ...chosen, language: oneOf(params.language, localeCodes) })
}

/** As many as the API takes. */
function idsOf(params: unknown): string[] | undefined {
  return listOf(params, /^\w{1,64}$/, 100)
}
