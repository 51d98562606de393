import { describe, expect, test } from 'vitest'
import type { SentResponse } from '../../src/http/response-tap.ts'
import { responseFaults } from './openapi-checks.ts'

const headers = {
  'x-request-id': '7d1f3c1e-4a55-4a0e-9d0b-2f6f0c1f9a11',
  'content-type': 'application/json; charset=utf-8',
}
const error = {
  message: 'Not found.',
  timestamp: '2026-11-21T09:00:00.000Z',
  code: 'not_found',
  requestId: headers['x-request-id'],
}
const tag = {
  id: 'a'.repeat(24),
  createdAt: error.timestamp,
  updatedAt: error.timestamp,
  label: 'Design',
  color: 'blue',
  profiles: [],
}

const success = { code: 200, status: 'success', tag }

function answer(own: Partial<SentResponse>, body: object | null = success): SentResponse {
  const text = body === null ? '' : JSON.stringify(body)
  return {
    method: 'GET',
    path: `/api/v4/tag/${tag.id}`,
    status: 200,
    headers,
    body: Buffer.from(text),
    ...own,
  }
}

describe('a valid response', () => {
  test.each<[string, SentResponse]>([
    ['a tag', answer({})],
    ['HEAD without its body', answer({ method: 'HEAD' }, null)],
    ['404', answer({ status: 404 }, { code: 404, status: 'error', error })],
    ['204', answer({ method: 'DELETE', status: 204 }, null)],
    [
      '404 of an address that is nowhere',
      answer({ path: '/api/v4/nowhere', status: 404 }, { code: 404, status: 'error', error }),
    ],
    ['another door', answer({ path: '/', status: 299 }, null)],
  ])('has no fault: %s', (_, sent) => expect(responseFaults(sent)).toEqual([]))
})

describe('an invalid response', () => {
  test.each<[string, SentResponse, RegExp]>([
    ['by its status', answer({ status: 418 }), /GET \/tag\/\{tagId\} 418: the status is not declared/],
    [
      'by a field too many',
      answer({}, { code: 200, status: 'success', tag: { ...tag, secret: 1 } }),
      /\/tag must NOT have additional properties .*secret/,
    ],
    ['by a field beside', answer({}, { code: 200, status: 'success', tag, extra: 1 }), /additional.*extra/],
    ['by a field too few', answer({}, { code: 200, status: 'success' }), /required.*tag/],
    [
      'by a wrong type',
      answer({}, { code: 200, status: 'success', tag: { ...tag, profiles: null } }),
      /\/tag\/profiles must be array/,
    ],
    [
      'by a word that is not declared',
      answer({}, { code: 200, status: 'success', tag: { ...tag, color: 'teal' } }),
      /\/tag\/color must be equal to one of/,
    ],
    [
      'by a time in another zone',
      answer({}, { code: 200, status: 'success', tag: { ...tag, createdAt: '2026-11-21T09:00:00+01:00' } }),
      /createdAt/,
    ],
    ['by a success in an error', answer({ status: 404 }), /404: .*required.*error/],
    [
      'by a status that the body denies',
      answer({ status: 404 }, { code: 400, status: 'error', error }),
      /the body says 400/,
    ],
    [
      'by its media type',
      answer({ headers: { ...headers, 'content-type': 'text/html' } }),
      /media type is text/,
    ],
    ['by no JSON', answer({ body: Buffer.from('<html>') }), /no JSON/],
    ['by a body with 204', answer({ method: 'DELETE', status: 204 }), /there is a body/],
    [
      'by a missing request id',
      answer({ headers: { 'content-type': 'application/json' } }),
      /the header X-Request-Id is missing/,
    ],
    [
      'by 429 without a time to wait',
      answer({ status: 429 }, { code: 429, status: 'error', error }),
      /the header Retry-After is missing/,
    ],
    [
      'by 429 with a wait that is no number',
      answer(
        { status: 429, headers: { ...headers, 'retry-after': 'soon' } },
        { code: 429, status: 'error', error },
      ),
      /the header Retry-After is "soon"/,
    ],
    ['by a stream', answer({ body: undefined }), /stream/],
    [
      'by a success where nothing is',
      answer({ path: '/api/v4/nowhere' }),
      /unknown address 200: .*not declared/,
    ],
  ])('%s', (_, sent, fault) => expect(responseFaults(sent)).toEqual([expect.stringMatching(fault)]))
})
