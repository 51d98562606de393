/** Search parameters of the feed: filters, and the event before which the page starts. */
export type EventsSearch = {
  type?: string
  profileId?: string
  before?: string
}

/** Parses the search parameters. Invalid values are dropped, so that every address shows something. */
export function readEventsSearch(params: Record<string, unknown>): EventsSearch {
  return {
    ...(isType(params.type) ? { type: params.type } : {}),
    ...text('profileId', params.profileId, /^[0-9a-f]{24}$/),
    ...text('before', params.before, /^[0-9a-f]{24}$/),
  }
}

function text<Name extends string>(name: Name, value: unknown, shape: RegExp): { [key in Name]?: string } {
  // The router parses values that look like numbers.
  const given = value === undefined ? '' : String(value)
  return shape.test(given) ? ({ [name]: given } as { [key in Name]: string }) : {}
}

/** A type of event or a group of them; the API refuses those that don't exist, with the closest one. */
function isType(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 60 && value.includes('.')
}
