import { describe, expect, test } from 'vitest'
import { acceptsEventStream, refuseUnacceptable } from './accept.ts'

describe('the Accept header', () => {
  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;profile="a;b";q=0.5',
    'text/html, application/json ; q=0.1',
    '*/*;q=0.1',
    '',
  ])('takes %j', (accept) => expect(() => refuseUnacceptable(accept)).not.toThrow())

  test.each(['text/html', 'application/json;q=0', 'application/json ; q=0.0', 'image/*'])(
    'refuses %j',
    (accept) => expect(() => refuseUnacceptable(accept)).toThrow('Answers are JSON'),
  )

  test('asks for streams in so many words', () => {
    expect(acceptsEventStream('application/json, text/event-stream; charset=utf-8')).toBe(true)
    expect(acceptsEventStream('application/json')).toBe(false)
  })

  // Quadratic work on a megabyte would outlast the limit of a test; a header may have sixteen kilobytes.
  test('of hostile megabytes is read in linear time', () => {
    for (const piece of [' ', 'a', '; ', ';a', ';a="', ';a=b']) {
      expect(acceptsEventStream(`text/html;${piece.repeat(1_000_000 / piece.length)}`)).toBe(false)
    }
  })
})
