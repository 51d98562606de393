import Negotiator from 'negotiator'
import { Failure } from '../contract/failure.ts'

/** All responses are JSON. Requests that don't accept it get 406 (RFC 9110 section 15.5.7) before anything runs. */
export function refuseUnacceptable(accept: string | undefined): void {
  if (accept === undefined || accept.trim() === '') return
  if (new Negotiator({ headers: { accept: withoutParameters(accept) } }).mediaType(['application/json']))
    return
  throw new Failure('not_acceptable')
}

/** Whether the client accepts `text/event-stream`, by name or by a wildcard. Without an Accept header it doesn't. */
export function acceptsEventStream(accept: string | undefined): boolean {
  if (accept === undefined) return false
  const negotiator = new Negotiator({ headers: { accept: withoutParameters(accept) } })
  return negotiator.mediaType(['text/event-stream']) !== undefined
}

/**
 * Removes all parameters but `q`, because many clients send `application/json; charset=utf-8`. The expression takes
 * linear time; an earlier one took 0.5 s for 16 KB of spaces.
 */
function withoutParameters(accept: string): string {
  return accept.replace(/;(?!\s*q\s*=)[^;,="]+=("[^"]*"|[^;,]*)/gi, '')
}
