import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { catalog, linkOperations } from '../catalog.ts'
import { Failure } from './failure.ts'
import { readInput } from './input.ts'
import { rateLimited } from './request.ts'

function messageFor(shape: z.ZodType, value?: unknown): string {
  return messageOf(z.strictObject({ field: shape }), value)
}

function messageOf(input: z.ZodObject, value: unknown): string {
  try {
    readInput(input, value === undefined ? {} : { field: value })
  } catch (error) {
    if (error instanceof Failure) return error.message
    throw error
  }
  return 'taken'
}

/** Phrases of the library, which mention types for programmers. */
const jargon = /invalid (input|option|string|type)|expected|received|\bundefined\b|\bNaN\b/i

describe('what is wrong with a field', () => {
  test.each<[string, z.ZodType, unknown, string]>([
    ['text for a boolean', z.boolean(), 'yes', 'must be true or false'],
    ['null for a boolean', z.boolean(), null, 'must be true or false'],
    ['a number for text', z.string(), 1, 'must be text'],
    ['null for text', z.string(), null, 'must be text'],
    ['a list for text', z.string(), ['a'], 'must be text'],
    ['text for a number', z.number(), 'a', 'must be a number'],
    ['a fraction for a whole number', z.int(), 1.5, 'must be a whole number'],
    ['text for a list', z.array(z.string()), 'a', 'must be a list'],
    ['an object for a list', z.array(z.string()), {}, 'must be a list'],
    ['text for an object', z.strictObject({}), 'a', 'must be an object'],
    ['text for a map', z.record(z.string(), z.int()), 'a', 'must be an object'],
    ['text for null', z.null(), 'a', 'must be null'],
    ['an unknown word', z.enum(['createdAt', 'name', '_id']), 'x', 'must be one of createdAt, name, _id'],
    ['another constant', z.literal('Bearer'), 'x', 'must be Bearer'],
    ['nothing', z.string(), undefined, 'is required'],
    ['nothing for a word', z.enum(['a', 'b']), undefined, 'is required'],
    ['nothing for one of several', z.union([z.int(), z.boolean()]), undefined, 'is required'],
    ['a long text', z.string().max(2), 'abc', 'is too long: at most 2 characters'],
    ['an empty text', z.string().min(1), '', 'must not be empty'],
    ['a short text', z.string().min(2), 'a', 'is too short: at least 2 characters'],
    ['a long list', z.array(z.int()).max(1), [1, 2], 'has too many entries: at most 1 entry'],
    ['a short list', z.array(z.int()).min(1), [], 'has too few entries: at least 1 entry'],
    ['a large number', z.int().max(5), 6, 'must be at most 5'],
    ['a small number', z.int().min(5), 4, 'must be at least 5'],
    ['a number at the end', z.number().lt(5), 5, 'must be less than 5'],
    ['a number between steps', z.number().multipleOf(5), 4, 'must be a multiple of 5'],
    ['another form', z.string().regex(/^a$/), 'b', 'has the wrong format'],
    ['no time', z.iso.datetime(), 'b', 'is not an ISO 8601 date-time, such as 2026-11-21T09:00:00Z'],
    ['none of several', z.union([z.int(), z.boolean()]), 'x', 'matches none of the allowed formats'],
    ['a condition unmet', z.string().refine(() => false), 'x', 'is not allowed'],
    ['words of the shape', z.string().min(3, 'is not a name'), 'x', 'is not a name'],
  ])('%s', (_, shape, value, words) => {
    expect(messageFor(shape, value)).toBe(`field ${words}.`)
  })

  const wrong: unknown[] = [
    undefined,
    null,
    true,
    'x',
    '',
    -1,
    1.5,
    1e9,
    [],
    ['x'],
    [null],
    {},
    'x'.repeat(300),
  ]
  test.each(
    [...catalog, ...Object.values(linkOperations)].map((one) => [one.name, one.input as z.ZodObject]),
  )('%s has no message that mentions types, whatever the value', (_, input) => {
    for (const name of Object.keys(input.shape)) {
      // Built once, because the library compiles a schema when it reads its first value.
      const one = z.strictObject({ field: input.shape[name] as z.ZodType })
      for (const value of wrong) {
        const message = messageOf(one, value)
        expect(message, `${name}: ${JSON.stringify(value)}`).not.toMatch(jargon)
      }
    }
  })
})

test.each([
  [1, 'Too many requests. Try again in 1 second.'],
  [2, 'Too many requests. Try again in 2 seconds.'],
])('uses the singular for %i second', (nextInSeconds, message) => {
  expect(
    rateLimited({ limit: 'tokens', nextInSeconds, isWithin: false, burst: 1, windowSeconds: 1, remaining: 0 })
      .message,
  ).toBe(message)
})
