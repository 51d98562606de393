import type { FeedEvent } from './event.ts'

/** Reads the body of an answer; undefined if it has another shape. What it does not ask for is left alone. */
export type Reader<T> = (body: unknown) => T | undefined

export type EventPage = { events: FeedEvent[]; after: string | null; hasMore: boolean }

/** `GET /events`. */
export const eventPage: Reader<EventPage> = (body) => {
  if (!isObject(body) || !Array.isArray(body.events) || !body.events.every(isEvent)) return undefined
  const { events, after = null, hasMore = false } = body
  if ((after !== null && !isId(after)) || typeof hasMore !== 'boolean') return undefined
  return { events, after, hasMore }
}

/** `GET /event/{eventId}`. */
export const oneEvent: Reader<{ event: FeedEvent }> = (body) =>
  isObject(body) && isEvent(body.event) ? { event: body.event } : undefined

/** `POST /webhook/{webhookId}/replay`. */
export const replayed: Reader<{ data: { events: number } }> = (body) =>
  isObject(body) && isObject(body.data) && typeof body.data.events === 'number'
    ? { data: body.data as { events: number } }
    : undefined

/** `GET /event-types`. */
export const eventTypes: Reader<{ eventTypes: { type: string; sample: FeedEvent }[] }> = (body) => {
  if (!isObject(body) || !Array.isArray(body.eventTypes)) return undefined
  const isType = (one: unknown) =>
    isObject(one) && typeof one.type === 'string' && isEvent(one.sample) && one.sample.type === one.type
  return body.eventTypes.every(isType) ? { eventTypes: body.eventTypes } : undefined
}

function isEvent(value: unknown): value is FeedEvent {
  if (!isObject(value) || !isId(value.id) || !isObject(value.data)) return false
  const { type, timestamp } = value
  return typeof type === 'string' && typeof timestamp === 'string' && !Number.isNaN(Date.parse(timestamp))
}

/** The id is sent as a header, and remembered as the place in the feed. */
function isId(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{24}$/.test(value)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
