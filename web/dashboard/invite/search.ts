import { known, oneOf, type SearchParams, textParam } from '../client/search-params.ts'

/** Search parameters of this page: the preselected tag and campaign, and the way to invite. */
export type InviteSearch = {
  readonly tagId?: string | undefined
  readonly campaignId?: string | undefined
  /** By default a list of people; `link` for a public link. */
  readonly by?: 'link' | undefined
}

/** Parses the search parameters. Invalid values are dropped, so that every address shows something. */
export function readInviteSearch({ tagId, campaignId, by }: SearchParams): InviteSearch {
  return known({ tagId: idOf(tagId), campaignId: idOf(campaignId), by: oneOf(by, ['link']) })
}

function idOf(value: unknown): string | undefined {
  return typeof value === 'string' ? textParam(value, /^[\w-]{1,64}$/) : undefined
}
