import { known, oneOf, pageParam, type SearchParams } from '../client/search-params.ts'

/** Search parameters of the list of public links. */
export type LinksSearch = { readonly show?: 'ended'; readonly page?: number }

/** Parses the search parameters. Invalid values are dropped, so that every address shows something. */
export function readLinksSearch({ show, page }: SearchParams): LinksSearch {
  return known({ show: oneOf(show, ['ended']), page: pageParam(page) })
}
