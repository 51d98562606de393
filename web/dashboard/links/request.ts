import type { LinksSearch } from './search.ts'

/** The filters as the API takes them. */
export function linksRequest({ show, page = 1 }: LinksSearch) {
  return { isActive: show !== 'ended', limit: 50, page }
}
