import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Failure } from './failure.ts'
import { readInput } from './input.ts'
import { PersonName, PublicId } from './shapes.ts'

const Schema = z.strictObject({
  profileId: PublicId.optional(),
  firstName: PersonName.optional(),
  limit: z.int().max(100).optional(),
  tags: z.array(z.strictObject({ label: z.string() })).optional(),
  note: z.string().optional(),
})
const Demanding = z.strictObject({ label: z.string() })
const Either = z
  .strictObject({ email: z.string().optional(), phone: z.string().optional() })
  .refine(({ email, phone }) => email || phone, { message: 'Give at least one of email or phone' })

function refusal(schema: z.ZodObject, input: Record<string, unknown>): Failure {
  try {
    readInput(schema, input)
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
  throw new Error('It was not refused.')
}

describe('readInput', () => {
  test('returns the input in the shape of the operation', () => {
    expect(readInput(Schema, { firstName: '  Ada ', limit: 5 })).toEqual({ firstName: 'Ada', limit: 5 })
  })

  test('names the invalid field and says what is wrong with it', () => {
    const failure = refusal(Schema, { profileId: 'ABC' })
    expect(failure).toMatchObject({ kind: 'invalid', code: 'invalid_input', param: 'profileId' })
    expect(failure.message).toBe('profileId is not a valid id: use 24 lower-case hex characters.')
  })

  test('says that a field is required', () => {
    expect(refusal(Demanding, {})).toMatchObject({ message: 'label is required.', param: 'label' })
  })

  test("uses the field's own message", () => {
    expect(refusal(Schema, { limit: 500 }).message).toBe('limit must be at most 100.')
  })

  test('names a field inside a list by its position', () => {
    expect(refusal(Schema, { tags: [{ label: 'a' }, {}] }).param).toBe('tags.1.label')
  })

  test('names no field for an error about several', () => {
    const failure = refusal(Either, {})
    expect(failure.message).toBe('Give at least one of email or phone.')
    expect(failure.param).toBeUndefined()
  })

  test.each([
    ['profileid', 'profileId'],
    ['firstname', 'firstName'],
    ['profile_id', 'profileId'],
    ['limt', 'limit'],
  ])('suggests %s for %s', (typo, meant) => {
    expect(refusal(Schema, { [typo]: 1 })).toMatchObject({
      code: 'unknown_parameter',
      param: typo,
      message: `Unknown parameter "${typo}". Did you mean "${meant}"?`,
    })
  })

  test('suggests nothing if no name is similar', () => {
    expect(refusal(Schema, { quantumEntanglement: 1 }).message).toBe(
      'Unknown parameter "quantumEntanglement".',
    )
  })

  test('repeats at most sixty characters of an unknown name', () => {
    const failure = refusal(Schema, { ['x'.repeat(5000)]: 1 })
    expect(failure.param).toBe('x'.repeat(60))
    expect(failure.message.length).toBeLessThan(120)
  })

  test('reports an unknown field before any other error', () => {
    expect(refusal(Schema, { limit: 500, unheardOf: 1 }).code).toBe('unknown_parameter')
  })

  test.each([
    ['a NUL', { note: 'a\0b' }, 'note'],
    ['half a surrogate pair', { note: 'a\ud800b' }, 'note'],
    ['a NUL in a list', { tags: [{ label: 'a\0' }] }, 'tags[0].label'],
    ['a NUL in the name of a field', { 'a\0b': 1 }, 'A field name'],
  ])("refuses %s, which PostgreSQL can't store", (_, input, param) => {
    expect(refusal(Schema, input)).toMatchObject({ kind: 'invalid', param })
  })

  test('refuses input nested deeper than any schema', () => {
    let deep: unknown = 'bottom'
    for (let level = 0; level < 10_000; level += 1) deep = [deep]
    expect(refusal(Schema, { note: deep }).message).toBe('The input is nested too deeply.')
  })

  test('handles names of built-in properties', () => {
    const input = JSON.parse('{"constructor": 1, "toString": 2}')
    expect(refusal(Schema, input).code).toBe('unknown_parameter')
    expect(refusal(Schema, JSON.parse('{"__proto__": {"limit": 1}, "x": 1}')).code).toBe('unknown_parameter')
  })
})
