/** What the address of this page says: the tag that is chosen beforehand, and the way people are invited. */
export type InviteSearch = {
  readonly tagId?: string | undefined
  /** Without it a list of people; `link` for one link that anyone can start from. */
  readonly by?: 'link' | undefined
}

/** Reads the address; what cannot be is left out, so that every address shows something. */
export function readInviteSearch(given: Record<string, unknown>): InviteSearch {
  const { tagId, by } = given
  return {
    ...(typeof tagId === 'string' && /^[\w-]{1,64}$/.test(tagId) ? { tagId } : {}),
    ...(by === 'link' ? { by } : {}),
  }
}
