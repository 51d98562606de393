import type { EventsSearch } from './search.ts'

/** The filters as the API takes them, the newest event first. */
export function eventsRequest({ type, profileId, before = 'latest' }: EventsSearch) {
  return {
    before,
    ...(type ? { types: [type] } : {}),
    ...(profileId ? { profileId } : {}),
    limit: 50,
  }
}
