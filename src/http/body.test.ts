import { describe, expect, test } from 'vitest'
import { Failure } from '../contract/failure.ts'
import { readJsonBody, refuseEncodedBody } from './body.ts'

const json = 'application/json'

function kindOf(contentType: string | undefined, body: Buffer | string): string {
  try {
    readJsonBody(contentType, Buffer.from(body))
  } catch (error) {
    if (error instanceof Failure) return `${error.kind} ${error.code}`
    throw error
  }
  return 'read'
}

describe('readJsonBody', () => {
  test('returns the fields of an object', () => {
    expect(readJsonBody(json, Buffer.from('{"label":"Zoë","n":[1]}'))).toEqual({ label: 'Zoë', n: [1] })
  })
  test('treats an empty body of any type as an empty object', () => {
    expect(readJsonBody(undefined, undefined)).toEqual({})
    expect(readJsonBody('text/plain', Buffer.alloc(0))).toEqual({})
  })
  test.each([
    ['application/json; charset=utf-8'],
    ['Application/JSON;charset="UTF-8"'],
    ['application/json '],
  ])('reads %s', (contentType) => expect(kindOf(contentType, '{}')).toBe('read'))
  test.each([
    [undefined],
    ['text/plain'],
    ['application/jsonp'],
    ['application/x-www-form-urlencoded'],
    ['application/json; charset=latin1'],
    ['text/plain; application/json'],
  ])('415 for %s', (contentType) =>
    expect(kindOf(contentType, '{}')).toBe('unsupported unsupported_media_type'),
  )
  test.each([
    ['{'],
    ['{"a":1,}'],
    ["{'a':1}"],
    ['\u{feff}{}'],
    ['{}{}'],
    ['[]'],
    ['null'],
    ['"text"'],
    ['1'],
  ])('400 for %s', (body) => expect(kindOf(json, body)).toBe('invalid invalid_json'))
  test('400 for invalid UTF-8, instead of replacing it', () => {
    expect(kindOf(json, Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toBe('invalid invalid_json')
    expect(kindOf(json, Buffer.from('{"a":"Zo\xeb"}', 'latin1'))).toBe('invalid invalid_json')
  })
  test('does not modify Object.prototype', () => {
    readJsonBody(json, Buffer.from('{"__proto__":{"polluted":1}}'))
    expect('polluted' in {}).toBe(false)
  })
})

describe('refuseEncodedBody', () => {
  test.each([[undefined], ['identity'], [' Identity ']])('accepts %s', (encoding) =>
    expect(() => refuseEncodedBody(encoding)).not.toThrow(),
  )
  test.each([['gzip'], ['br'], ['identity, gzip'], ['']])('415 for %j', (encoding) =>
    expect(() => refuseEncodedBody(encoding)).toThrow(Failure),
  )
})
