import { describe, expect, test } from 'vitest'
import type { OpenApiDocument } from '../../src/http/rest/openapi/objects.ts'
import { breaksBetween } from './compatibility.ts'

/** A small document with one example of everything that can break. */
const released = {
  paths: {
    '/tags': {
      get: {
        operationId: 'listTags',
        tags: ['tags'],
        security: [{ M2M: [] }, { OAuth2: ['tags:manage'] }],
        parameters: [
          {
            name: 'limit',
            in: 'query',
            required: false,
            schema: { type: 'integer', minimum: 1, maximum: 100 },
          },
          { name: 'sort', in: 'query', required: false, schema: { type: 'string', enum: ['label', 'age'] } },
          { $ref: '#/components/parameters/Key' },
        ],
        responses: {
          200: {
            headers: { Link: { required: true, schema: { type: 'string' } } },
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: { tags: { type: 'array', items: { $ref: '#/components/schemas/Tag' } } },
                  required: ['tags'],
                  additionalProperties: false,
                },
              },
            },
          },
          404: { content: {} },
        },
      },
      post: {
        operationId: 'createTag',
        tags: ['tags'],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: {
                  label: { type: 'string', minLength: 1, maxLength: 60 },
                  color: { type: 'string', enum: ['red', 'blue'] },
                  parent: { anyOf: [{ type: 'string' }, { type: 'null' }] },
                  note: { type: 'string' },
                },
                required: ['label'],
                anyOf: [{ required: ['color'] }, { required: ['parent'] }],
                additionalProperties: false,
              },
            },
            'image/png': { schema: { type: 'string' } },
          },
        },
        responses: { 201: { content: {} } },
      },
    },
  },
  components: {
    parameters: {
      Key: { name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string' } },
    },
    schemas: {
      Tag: {
        type: 'object',
        properties: {
          id: { type: 'string', pattern: '^[0-9a-f]{24}$' },
          color: { type: 'string', enum: ['red', 'blue'] },
          count: { type: 'integer' },
          usedAt: { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] },
          inner: { $ref: '#/components/schemas/Tag' },
        },
        required: ['id', 'color', 'count', 'usedAt'],
        additionalProperties: false,
      },
    },
  },
} as unknown as OpenApiDocument

// biome-ignore lint/suspicious/noExplicitAny: the planted changes reach into any place of the document.
type Any = any

function breaks(change: (document: Any) => void): string[] {
  const present = structuredClone(released)
  change(present)
  return breaksBetween(released, present)
}

const list = (document: Any) => document.paths['/tags'].get
const create = (document: Any) => document.paths['/tags'].post
const sent = (document: Any) => create(document).requestBody.content['application/json'].schema
const tag = (document: Any) => document.components.schemas.Tag

test('a document is compatible with itself', () => expect(breaks(() => {})).toEqual([]))

describe('an introduced break is found:', () => {
  test.each<[string, (document: Any) => void, string]>([
    ['a list gone', (d) => delete d.paths['/tags'].get, 'GET /tags is gone'],
    ['an operation gone', (d) => delete d.paths['/tags'].post, 'POST /tags is gone'],
    ['another id', (d) => (list(d).operationId = 'tags'), 'GET /tags: its id was listTags'],
    [
      'a further scope',
      (d) => list(d).security[1].OAuth2.push('account:read'),
      'needs the scope account:read now',
    ],
    ['a parameter gone', (d) => list(d).parameters.shift(), 'the parameter limit in query is gone'],
    [
      'a shared parameter gone',
      (d) => list(d).parameters.pop(),
      'the parameter Idempotency-Key in header is gone',
    ],
    [
      'a parameter required',
      (d) => (list(d).parameters[0].required = true),
      'limit in query is required now',
    ],
    [
      'a new required parameter',
      (d) => list(d).parameters.push({ name: 'x', in: 'query', required: true, schema: {} }),
      'the parameter x in query is new and required',
    ],
    [
      'a lower maximum',
      (d) => (list(d).parameters[0].schema.maximum = 50),
      'limit in query is tighter in maximum',
    ],
    [
      'a word of a parameter gone',
      (d) => list(d).parameters[1].schema.enum.pop(),
      'sort in query has lost "age"',
    ],
    [
      'a narrower type',
      (d) => (list(d).parameters[1].schema = { type: 'integer' }),
      'no longer takes string',
    ],
    ['a field of the body gone', (d) => delete sent(d).properties.note, 'the body.note is gone'],
    ['a field of the body required', (d) => sent(d).required.push('note'), 'the body.note is required now'],
    [
      'a shorter text',
      (d) => (sent(d).properties.label.maxLength = 20),
      'the body.label is tighter in maxLength',
    ],
    ['a pattern', (d) => (sent(d).properties.note.pattern = '^a'), 'the body.note is tighter in pattern'],
    ['a format', (d) => (sent(d).properties.note.format = 'email'), 'the body.note has another format'],
    ['null refused', (d) => sent(d).properties.parent.anyOf.pop(), 'the body.parent no longer takes null'],
    [
      'certain words only',
      (d) => (sent(d).properties.note.enum = ['a']),
      'the body.note takes certain words only',
    ],
    ['another choice', (d) => sent(d).anyOf.pop(), 'the body demands another choice of fields'],
    ['a media type gone', (d) => delete create(d).requestBody.content['image/png'], 'is no longer image/png'],
    ['a body gone', (d) => delete create(d).requestBody, 'the body is gone'],
    ['a status gone', (d) => delete list(d).responses[404], '404 is gone'],
    ['a header gone', (d) => delete list(d).responses[200].headers.Link, 'the header Link is gone'],
    [
      'a header loose',
      (d) => (list(d).responses[200].headers.Link.required = false),
      'Link may be missing now',
    ],
    ['a field of an answer gone', (d) => delete tag(d).properties.count, '200.tags[].count is gone'],
    ['a field of an answer optional', (d) => tag(d).required.pop(), '200.tags[].usedAt may be missing now'],
    [
      'a word of an answer gone',
      (d) => tag(d).properties.color.enum.pop(),
      '200.tags[].color has lost "blue"',
    ],
    ['any word in an answer', (d) => delete tag(d).properties.color.enum, 'tags[].color may be any word now'],
    [
      'another type in an answer',
      (d) => (tag(d).properties.count.type = 'string'),
      'count may be string now',
    ],
    [
      'null in an answer',
      (d) => (tag(d).properties.count = { anyOf: [{ type: 'integer' }, { type: 'null' }] }),
      '200.tags[].count may be null now',
    ],
    [
      'a format of an answer',
      (d) => delete tag(d).properties.usedAt.anyOf[0].format,
      'usedAt has another format',
    ],
    [
      'the resource gone',
      (d) => delete list(d).responses[200].content['application/json'].schema.properties.tags,
      '200.tags is gone',
    ],
  ])('%s', (_, change, text) => expect(breaks(change)).toEqual([expect.stringContaining(text)]))

  test('a body that is now required', () => {
    const old = structuredClone(released)
    create(old).requestBody.required = false
    expect(breaksBetween(old, released)).toEqual(['POST /tags: the body is required now'])
  })
})

describe('an addition passes:', () => {
  test.each<[string, (document: Any) => void]>([
    ['an operation', (d) => (d.paths['/new'] = { get: list(d) })],
    ['a status', (d) => (list(d).responses[409] = { content: {} })],
    [
      'an optional parameter',
      (d) => list(d).parameters.push({ name: 'x', in: 'query', required: false, schema: {} }),
    ],
    ['a higher maximum', (d) => (list(d).parameters[0].schema.maximum = 500)],
    ['a word to send', (d) => sent(d).properties.color.enum.push('green')],
    ['a field to send', (d) => (sent(d).properties.extra = { type: 'string' })],
    ['a field that is optional now', (d) => (sent(d).required = [])],
    ['null to send', (d) => (sent(d).properties.note = { anyOf: [{ type: 'string' }, { type: 'null' }] })],
    ['a further choice', (d) => sent(d).anyOf.push({ required: ['note'] })],
    ['a field of an answer', (d) => (tag(d).properties.extra = { type: 'string' })],
    ['a field that is always there now', (d) => tag(d).required.push('inner')],
    ['a word in an answer', (d) => tag(d).properties.color.enum.push('green')],
    ['no null in an answer', (d) => tag(d).properties.usedAt.anyOf.pop()],
    ['a header', (d) => (list(d).responses[200].headers.Extra = { schema: { type: 'string' } })],
    ['a description', (d) => (tag(d).description = 'A tag.')],
    ['fewer scopes', (d) => list(d).security[1].OAuth2.pop()],
  ])('%s', (_, change) => expect(breaks(change)).toEqual([]))
})
