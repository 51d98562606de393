/** Search parameters of this page: the preselected tag and campaign, and the way to invite. */
export type InviteSearch = {
  readonly tagId?: string | undefined
  readonly campaignId?: string | undefined
  /** By default a list of people; `link` for a public link. */
  readonly by?: 'link' | undefined
}

/** Parses the search parameters. Invalid values are dropped, so that every address shows something. */
export function readInviteSearch(params: Record<string, unknown>): InviteSearch {
  const { tagId, campaignId, by } = params
  return {
    ...(isId(tagId) ? { tagId } : {}),
    ...(isId(campaignId) ? { campaignId } : {}),
    ...(by === 'link' ? { by } : {}),
  }
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]{1,64}$/.test(value)
}
