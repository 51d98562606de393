import { eventTypeOf, known, publicId, type SearchParams, textParam } from '../client/search-params.ts'

/** Search parameters of the feed: filters, and the event before which the page starts. */
export type EventsSearch = {
  type?: string
  profileId?: string
  before?: string
}

/** Parses the search parameters. Invalid values are dropped, so that every address shows something. */
export function readEventsSearch(params: SearchParams): EventsSearch {
  return known({
    type: eventTypeOf(params.type),
    profileId: textParam(params.profileId, publicId),
    before: textParam(params.before, publicId),
  })
}
