import { describe, expect, test } from 'vitest'
import { authorizationErrorOf, wantsJson } from './authorization-error.ts'

const plain = { name: 'InvalidRequest' }

describe('a refused request', () => {
  test('of an unknown app, and with an address that is not its own, is told in texts of ours', () => {
    const theirs = { error_description: 'of the library' }
    const unknown = authorizationErrorOf({ error: 'invalid_client', ...theirs }, plain)
    expect([unknown.kind, unknown.error]).toEqual(['unknownApp', 'invalid_client'])
    const elsewhere = authorizationErrorOf({ error: 'invalid_redirect_uri', ...theirs }, plain)
    expect([elsewhere.kind, elsewhere.error]).toEqual(['redirectAddress', 'invalid_redirect_uri'])
    expect(unknown.description + elsewhere.description).not.toContain('of the library')
  })

  test('that is over is no fault of the app', () => {
    const out = { error: 'invalid_request', error_description: 'interaction session not found' }
    expect(authorizationErrorOf(out, { name: 'SessionNotFound' }).kind).toBe('over')
  })

  test('is told in one line of printable characters, whatever is in the text', () => {
    const error_description = `missing\r\nparameter "scope"\u0000 <b>\u202e${'x'.repeat(300)}`
    const { description } = authorizationErrorOf({ error: 'invalid_request', error_description }, plain)
    expect(description).toMatch(/^missing parameter scope <b> x+$/)
    expect(description).toHaveLength(200)
    expect(authorizationErrorOf({ error: 'invalid_request' }, plain).description).toBe(
      'The request cannot be read.',
    )
  })
})

test.each([
  ['application/json', true],
  ['application/json, text/plain, */*', true],
  ['application/problem+json', true],
  ['text/html,application/xhtml+xml,*/*;q=0.8', false],
  ['application/json, text/html;q=0.5', false],
  ['*/*', false],
  ['application/jsonp', false],
  [undefined, false],
])('wants JSON and no page: %s is %s', (accept, wanted) => {
  expect(wantsJson(accept)).toBe(wanted)
})
