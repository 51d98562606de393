import { describe, expect, test } from 'vitest'
import { fingerprintOf, startBurst, takeStart } from './model.ts'

const now = new Date('2026-11-21T09:00:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)

describe('takeStart', () => {
  test('takes one of the remaining starts', () => {
    expect(takeStart({ left: 5, at: now }, now)).toEqual({ left: 4 })
    expect(takeStart({ left: 1, at: now }, now)).toEqual({ left: 0 })
  })

  test('refuses if less than one is left, and says when the next is available', () => {
    expect(takeStart({ left: 0, at: now }, now)).toEqual({ nextInSeconds: 3 })
    expect(takeStart({ left: 0.5, at: now }, now)).toEqual({ nextInSeconds: 2 })
    expect(takeStart({ left: 0, at: ago(2) }, now)).toEqual({ nextInSeconds: 1 })
  })

  test('refills twenty a minute, up to the maximum', () => {
    expect(takeStart({ left: 0, at: ago(60) }, now)).toEqual({ left: 19 })
    expect(takeStart({ left: 50, at: ago(3600) }, now)).toEqual({ left: startBurst - 1 })
  })

  test('refills nothing if the clock was set back', () => {
    expect(takeStart({ left: 3, at: ago(-3600) }, now)).toEqual({ left: 2 })
  })
})

describe('fingerprintOf', () => {
  const open = { maxStarts: undefined, endsAt: undefined }
  const request = { tagIds: ['a', 'b'], customId: undefined, assessmentIds: [], ...open }

  test('ignores order and repeats', () => {
    expect(fingerprintOf({ ...request, tagIds: ['b', 'a', 'b'] })).toEqual(fingerprintOf(request))
  })

  test('differs for different requests', () => {
    const others = [
      request,
      { ...request, tagIds: ['a'] },
      { ...request, tagIds: ['a,b'] },
      { ...request, customId: '' },
      { ...request, customId: 'null' },
      { ...request, assessmentIds: ['disc'] as const },
      { ...open, tagIds: [], customId: undefined, assessmentIds: [] },
      { ...request, maxStarts: 1 },
      { ...request, endsAt: '2027-01-01T00:00:00.000Z' },
    ]
    expect(new Set(others.map((other) => fingerprintOf(other).toString('hex'))).size).toBe(others.length)
  })
})
