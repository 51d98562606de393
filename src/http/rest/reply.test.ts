import { describe, expect, test } from 'vitest'
import type { ErrorCode } from '../../contract/errors.ts'
import { Failure, type FailureOptions } from '../../contract/failure.ts'
import type { RestBinding, Result } from '../../contract/operation.ts'
import { replyToFailure, replyToResult } from './reply.ts'

const binding: RestBinding = {
  group: 'tags',
  route: 'GET /tag/{tagId}',
  sdk: 'tags.get',
  key: 'tag',
  status: 200,
}

function sent(result: Result<unknown>, own: Partial<RestBinding> = {}) {
  const { status, headers, body } = replyToResult({ ...binding, ...own }, result)
  return { status, headers, json: body && JSON.parse(body.toString()) }
}

describe('a result', () => {
  test('is in the envelope under its key', () => {
    expect(sent({ resource: { id: 'a' } })).toEqual({
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      json: { code: 200, status: 'success', tag: { id: 'a' } },
    })
  })
  test('is next to its siblings in the envelope', () => {
    const { json } = sent({ resource: [], siblings: { pagination: { page: 1 }, created: false } })
    expect(json).toEqual({ code: 200, status: 'success', pagination: { page: 1 }, created: false, tag: [] })
  })
  test('of ready JSON is sent unchanged', () => {
    const { body } = replyToResult(binding, { resource: { readyJson: '[{"a":1 }]' } })
    expect(body?.toString()).toBe('{"code":200,"status":"success","tag":[{"a":1 }]}')
  })
  test('of ready JSON in parts is written once, and never one long text', () => {
    const megabyte = 'x'.repeat(2 ** 20)
    const parts = ['["', ...Array.from({ length: 16 }, () => megabyte), '"]']
    const before = process.memoryUsage()
    const { body } = replyToResult(binding, { resource: { readyJson: parts } })
    const after = process.memoryUsage()
    expect(body?.length).toBe(16 * 2 ** 20 + '{"code":200,"status":"success","tag":[""]}'.length)
    expect(after.heapUsed - before.heapUsed).toBeLessThan(4 * 2 ** 20)
    expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(17 * 2 ** 20)
  })
  test('201 if the resource was created, and 200 if it already existed', () => {
    expect(sent({ resource: {} }, { status: 201 })).toMatchObject({ status: 201, json: { code: 201 } })
    expect(sent({ resource: {}, created: false }, { status: 201 })).toMatchObject({
      status: 200,
      json: { code: 200 },
    })
    expect(sent({ resource: {}, created: true })).toMatchObject({ status: 201, json: { code: 201 } })
  })
  test('204 has no body and no content type', () => {
    expect(sent({ resource: null }, { status: 204 })).toEqual({ status: 204, headers: {}, json: undefined })
  })
})

function refused(code: ErrorCode, options?: FailureOptions) {
  const { status, headers, body } = replyToFailure(
    new Failure(code, { message: 'What to do.', ...options }),
    { id: 'request-1', now: new Date('2026-11-21T09:00:00Z') },
    {
      resourceMetadataUrl: 'https://timbre.example.com/.well-known/oauth-protected-resource',
      regions: { eu: 'https://eu.example.com/api' },
    },
  )
  return { status, headers, json: JSON.parse((body ?? '').toString()) }
}

describe('a failure', () => {
  test('is in the envelope with all its documented fields', () => {
    expect(refused('invalid_input', { param: 'limit', details: { most: 100 } })).toEqual({
      status: 400,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      json: {
        code: 400,
        status: 'error',
        error: {
          message: 'What to do.',
          timestamp: '2026-11-21T09:00:00.000Z',
          code: 'invalid_input',
          param: 'limit',
          details: { most: 100 },
          requestId: 'request-1',
        },
      },
    })
  })

  test('does not include its cause', () => {
    const { json } = refused('unexpected', { cause: new Error('select * from secret') })
    expect(JSON.stringify(json)).not.toContain('secret')
  })

  test.each<[ErrorCode, number]>([
    ['trial_expired', 402],
    ['account_paused', 403],
    ['forbidden', 403],
    ['not_found', 404],
    ['method_not_allowed', 405],
    ['not_acceptable', 406],
    ['conflict', 409],
    ['too_large', 413],
    ['unsupported_media_type', 415],
    ['rate_limited', 429],
    ['unexpected', 500],
    ['unavailable', 503],
  ])('with the code %s is %i', (code, status) => {
    expect(refused(code)).toMatchObject({ status, json: { code: status, status: 'error' } })
  })

  test('401 has the metadata first, and an error only if a token was sent', () => {
    const metadata = 'resource_metadata="https://timbre.example.com/.well-known/oauth-protected-resource"'
    expect(refused('token_missing').headers['www-authenticate']).toBe(`Bearer ${metadata}`)
    expect(refused('token_invalid').headers['www-authenticate']).toBe(
      `Bearer ${metadata}, error="invalid_token"`,
    )
  })

  test('403 for a scope lists all scopes that the operation needs', () => {
    const { status, headers } = refused('insufficient_scope', {
      details: { scopes: ['profiles:read', 'tags:manage'] },
    })
    expect(status).toBe(403)
    expect(headers['www-authenticate']).toMatch(
      /^Bearer error="insufficient_scope", scope="profiles:read tags:manage", resource_metadata="/,
    )
  })

  test('403 for an old sign-in says how old it may be', () => {
    const { status, headers } = refused('sign_in_too_old')
    expect(status).toBe(403)
    expect(headers['www-authenticate']).toMatch(
      /^Bearer error="insufficient_user_authentication", max_age="900", resource_metadata="/,
    )
  })

  test('421 has the region in headers and body', () => {
    const { status, headers, json } = refused('other_region', { details: { region: 'eu' } })
    expect(status).toBe(421)
    expect(headers).toMatchObject({
      'x-service-region': 'eu',
      'x-service-region-url': 'https://eu.example.com/api',
    })
    expect(json.region).toEqual({ zone: 'eu', apiUrl: 'https://eu.example.com/api' })
    expect(json.error.details).toBeUndefined()
  })

  test('has a retry-after header', () => {
    expect(refused('rate_limited', { retryAfterSeconds: 7 }).headers['retry-after']).toBe('7')
    expect(refused('rate_limited').headers['retry-after']).toBeUndefined()
  })
})
