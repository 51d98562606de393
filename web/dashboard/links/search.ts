/** Search parameters of the list of public links. */
export type LinksSearch = { readonly show?: 'ended'; readonly page?: number }

/** Parses the search parameters. Invalid values are dropped, so that every address shows something. */
export function readLinksSearch({ show, page }: Record<string, unknown>): LinksSearch {
  const number = Number(page)
  return {
    ...(show === 'ended' && { show }),
    ...(Number.isInteger(number) && number > 1 && number < 100_000 && { page: number }),
  }
}
