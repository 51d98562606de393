/** Search parameters of this page: the preselected tag, and the way to invite. */
export type InviteSearch = {
  readonly tagId?: string | undefined
  /** By default a list of people; `link` for a public link. */
  readonly by?: 'link' | undefined
}

/** Parses the search parameters. Invalid values are dropped, so that every address shows something. */
export function readInviteSearch(params: Record<string, unknown>): InviteSearch {
  const { tagId, by } = params
  return {
    ...(typeof tagId === 'string' && /^[\w-]{1,64}$/.test(tagId) ? { tagId } : {}),
    ...(by === 'link' ? { by } : {}),
  }
}
