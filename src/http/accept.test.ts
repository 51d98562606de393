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
    (accept) => expect(() => refuseUnacceptable(accept)).toThrow('Responses are JSON'),
  )

  test('accepts streams only explicitly or by a wildcard', () => {
    expect(acceptsEventStream('application/json, text/event-stream; charset=utf-8')).toBe(true)
    expect(acceptsEventStream('application/json')).toBe(false)
  })

  // Headers are limited to 16 KB. With quadratic time, a megabyte would exceed the test's timeout.
  test('of a megabyte is parsed in linear time', () => {
    for (const piece of [' ', 'a', '; ', ';a', ';a="', ';a=b']) {
      expect(acceptsEventStream(`text/html;${piece.repeat(1_000_000 / piece.length)}`)).toBe(false)
    }
  })
})
