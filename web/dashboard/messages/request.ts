import type { MessagesSearch } from './search.ts'

/** The filters as the API takes them, with the people whom the search for one has found. */
export function messagesRequest(
  { status, person: _, ...filters }: MessagesSearch,
  profileIds?: readonly string[],
) {
  return {
    ...filters,
    ...(status ? { state: status } : {}),
    ...(profileIds ? { profileIds: [...profileIds] } : {}),
    limit: 50,
  }
}
