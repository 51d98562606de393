import { known, oneOf, type SearchParams } from '../client/search-params.ts'
import { type LanguageCode, localeCodes } from '../words/locale-codes.ts'

/** The tabs of the person page, in their order. */
export const tabs = ['overview', 'facets', 'answers', 'history', 'notes'] as const
export type Tab = (typeof tabs)[number]

/** Search parameters of this page: tab, language of the debrief, attempts to compare, form. */
export type PersonSearch = {
  tab?: Exclude<Tab, 'overview'> | undefined
  language?: LanguageCode
  earlier?: number
  later?: number
  /** Opens the form of name and addresses, for links from what could not be sent. */
  edit?: true
}

/** Parses the search parameters. Invalid values are dropped, so that every address shows something. */
export function readPersonSearch(params: SearchParams): PersonSearch {
  const tab = oneOf(params.tab, tabs)
  return known({
    tab: tab === 'overview' ? undefined : tab,
    language: oneOf(params.language, localeCodes),
    earlier: attemptIn(params.earlier),
    later: attemptIn(params.later),
    edit: params.edit === true ? true : undefined,
  })
}

function attemptIn(params: unknown): number | undefined {
  const number = Number(params)
  return Number.isInteger(number) && number > 0 ? number : undefined
}
