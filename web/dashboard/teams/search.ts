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
export function readTeamSearch(params: Record<string, unknown>): TeamSearch {
  const profileIds = idsOf(params.profileIds)
  const tagIds = profileIds ? undefined : idsOf(params.tagIds)
  const savedTeamIds = profileIds ? undefined : idsOf(params.savedTeamIds)
  const order = sorts.find((sort) => sort === params.order)
  const page = Number(params.page)
  return {
    ...(profileIds && { profileIds }),
    ...(tagIds && { tagIds }),
    ...(savedTeamIds && { savedTeamIds }),
    ...(order && { order }),
    ...(Number.isInteger(page) && page > 1 && { page }),
  }
}

/** An agenda is for a team, in the language of its readers. */
export type AgendaSearch = Omit<TeamSearch, 'order' | 'page'> & { language?: LanguageCode }

export function readAgendaSearch(params: Record<string, unknown>): AgendaSearch {
  const { order: _, page: __, ...chosen } = readTeamSearch(params)
  const language = localeCodes.find((code) => code === params.language)
  return { ...chosen, ...(language && { language }) }
}

/** A list, or the same with commas; without duplicates, up to the API's maximum. */
function idsOf(params: unknown): string[] | undefined {
  const all = Array.isArray(params) ? params.map(String) : typeof params === 'string' ? params.split(',') : []
  const kept = [...new Set(all.filter((id) => /^\w{1,64}$/.test(id)))].slice(0, 100)
  return kept.length > 0 ? kept : undefined
}
