import Negotiator from 'negotiator'
import { Failure } from '../contract/failure.ts'

/** Every answer is JSON; whoever refuses that gets 406 (RFC 9110 section 15.5.7) before anything is done. */
export function refuseUnacceptable(accept: string | undefined): void {
  if (accept === undefined || accept.trim() === '') return
  if (new Negotiator({ headers: { accept: withoutParameters(accept) } }).mediaType(['application/json']))
    return
  throw new Failure('not_acceptable')
}

/** Whether a stream of events may be the answer: only where it is accepted in so many words, or everything is. */
export function acceptsEventStream(accept: string | undefined): boolean {
  if (accept === undefined) return false
  const negotiator = new Negotiator({ headers: { accept: withoutParameters(accept) } })
  return negotiator.mediaType(['text/event-stream']) !== undefined
}

/**
 * Many clients ask for `application/json; charset=utf-8`: only the weight of a media range matters here. The expression
 * takes linear time: sixteen kilobytes of spaces in this header once took half a second.
 */
function withoutParameters(accept: string): string {
  return accept.replace(/;(?!\s*q\s*=)[^;,="]+=("[^"]*"|[^;,]*)/gi, '')
}
