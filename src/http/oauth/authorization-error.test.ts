import { describe, expect, test } from 'vitest'
import { authorizationErrorOf, wantsJson } from './authorization-error.ts'

const plain = { name: 'InvalidRequest' }

describe('an authorization error', () => {
  test('of an unknown app or redirect URI has our own description', () => {
    const theirs = { error_description: 'of the library' }
    const unknown = authorizationErrorOf({ error: 'invalid_client', ...theirs }, plain)
    expect([unknown.kind, unknown.error]).toEqual(['unknownApp', 'invalid_client'])
    const wrongUri = authorizationErrorOf({ error: 'invalid_redirect_uri', ...theirs }, plain)
    expect([wrongUri.kind, wrongUri.error]).toEqual(['redirectAddress', 'invalid_redirect_uri'])
    expect(unknown.description + wrongUri.description).not.toContain('of the library')
  })

  test('for an expired request does not blame the app', () => {
    const out = { error: 'invalid_request', error_description: 'interaction session not found' }
    expect(authorizationErrorOf(out, { name: 'SessionNotFound' }).kind).toBe('over')
  })

  test('has a description of one line of printable characters, whatever the text contains', () => {
    const error_description = `missing\r\nparameter "scope"\u0000 <b>\u202e${'x'.repeat(300)}`
    const { description } = authorizationErrorOf({ error: 'invalid_request', error_description }, plain)
    expect(description).toMatch(/^missing parameter scope <b> x+$/)
    expect(description).toHaveLength(200)
    expect(authorizationErrorOf({ error: 'invalid_request' }, plain).description).toBe(
      "The request can't be read.",
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
])('a request that accepts %s gets JSON: %s', (accept, wanted) => {
  expect(wantsJson(accept)).toBe(wanted)
})
