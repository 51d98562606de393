/** An event as the feed returns it; see `GET /event-types`. */
export type FeedEvent = {
  id: string
  seq: number
  type: string
  timestamp: string
  data: Record<string, unknown>
}

/** Time, type, and what the event is about. */
export function describeEvent({ timestamp, type, data, id }: FeedEvent): string {
  const subject = Object.entries(data).find(([name]) => name.endsWith('Id'))
  return [timestamp, type.padEnd(24), subject ? `${subject[0]} ${subject[1]}` : `event ${id}`].join('  ')
}
