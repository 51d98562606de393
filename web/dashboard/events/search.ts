/** Search parameters of the feed: filters, and the event before which the page starts. */
export type EventsSearch = {
  type?: string
  profileId?: string
  before?: string
}

/** Parses the search parameters. Invalid values are dropped, so that every address shows something. */
export function readEventsSearch(params: Record<string, unknown>): EventsSearch {
  return {
    ...text('type', params.type, /^[a-zA-Z]{1,30}\.([a-zA-Z0-9]{1,30}|\*)$/),
    ...text('profileId', params.profileId, /^[0-9a-f]{24}$/),
    ...text('before', params.before, /^[0-9a-f]{24}$/),
  }
}

/** The filters as the API takes them, the newest event first. */
export function eventsRequest({ type, profileId, before = 'latest' }: EventsSearch) {
  return {
    before,
    ...(type ? { types: [type] } : {}),
    ...(profileId ? { profileId } : {}),
    limit: 50,
  }
}

function text<Name extends string>(name: Name, value: unknown, shape: RegExp): { [key in Name]?: string } {
  // The router parses values that look like numbers.
  const given = value === undefined ? '' : String(value)
  return shape.test(given) ? ({ [name]: given } as { [key in Name]: string }) : {}
}
