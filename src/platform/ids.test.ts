import { describe, expect, test } from 'vitest'
import { PublicId } from '../contract/shapes.ts'
import { newPublicId } from './ids.ts'

describe('newPublicId', () => {
  test('is 24 hex characters', () => {
    expect(PublicId.safeParse(newPublicId(new Date())).success).toBe(true)
    expect(PublicId.safeParse(newPublicId(new Date(0))).success).toBe(true)
  })
  test('begins with the second of its creation', () => {
    expect(newPublicId(new Date('2026-11-21T09:00:00.999Z')).slice(0, 8)).toBe(
      (Date.parse('2026-11-21T09:00:00Z') / 1000).toString(16),
    )
  })
  test('sorts by second of creation', () => {
    const times = [1, 2_000, 3_000, 1_763_715_600_000, 1_763_715_601_000, 4_294_967_295_000]
    const ids = times.map((time) => newPublicId(new Date(time)))
    expect(ids.toSorted()).toEqual(ids)
  })
  test('is unique within the same second', () => {
    const now = new Date()
    expect(new Set(Array.from({ length: 10_000 }, () => newPublicId(now))).size).toBe(10_000)
  })
  test('keeps its length after 2106', () => {
    expect(newPublicId(new Date('2107-01-01T00:00:00Z'))).toHaveLength(24)
  })
})
