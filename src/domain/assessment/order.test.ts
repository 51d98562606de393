import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blockOrder } from './order.ts'

const profileId = fc.stringMatching(/^[0-9a-f]{24}$/)

describe('blockOrder', () => {
  test('shows each block exactly once', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 60 }),
        profileId,
        fc.integer({ min: 1, max: 9 }),
        (count, id, attempt) => {
          const order = blockOrder(count, id, attempt)
          expect(order.toSorted((left, right) => left - right)).toEqual(
            Array.from({ length: count }, (_, index) => index + 1),
          )
        },
      ),
    )
  })

  test('is the same on every device and at any time', () => {
    fc.assert(
      fc.property(profileId, (id) => {
        expect(blockOrder(24, id, 1)).toEqual(blockOrder(24, id, 1))
      }),
    )
  })

  test('is the same in every release, because open sittings depend on it', () => {
    expect(blockOrder(24, '0123456789abcdef01234567', 1).join(' ')).toMatchInlineSnapshot(
      `"20 9 13 22 18 11 3 24 5 7 12 15 17 23 4 10 8 1 19 21 6 16 14 2"`,
    )
  })

  test('differs between people and between attempts', () => {
    const orders = Array.from({ length: 200 }, (_, n) => blockOrder(24, n.toString(16).padStart(24, '0'), 1))
    expect(new Set(orders.map(String)).size).toBe(200)
    expect(blockOrder(24, 'a'.repeat(24), 1)).not.toEqual(blockOrder(24, 'a'.repeat(24), 2))
  })

  test('puts each block first about equally often', () => {
    const firsts = Array.from(
      { length: 2400 },
      (_, n) => blockOrder(24, n.toString(16).padStart(24, '0'), 1)[0],
    )
    for (let block = 1; block <= 24; block += 1) {
      const share = firsts.filter((first) => first === block).length
      expect(share).toBeGreaterThan(60)
      expect(share).toBeLessThan(145)
    }
  })
})
