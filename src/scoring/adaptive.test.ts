import { describe, expect, test } from 'vitest'
import { answerProbabilities, estimate, type GradedItem, information, nextGradedItem } from './adaptive.ts'

const item = (n: number, facet: string, slope: number, center = 0): GradedItem => ({
  n,
  facet,
  slope,
  thresholds: [-1.5, -0.5, 0.5, 1.5].map((threshold) => threshold + center),
})

describe('the graded response model', () => {
  test('gives probabilities that sum to one, and a half at a threshold', () => {
    const one = item(1, 'trust', 1.4)
    for (const theta of [-3, -0.4, 0, 2]) {
      expect(answerProbabilities(one, theta).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12)
    }
    const [first = 0, second = 0, third = 0] = answerProbabilities(one, 0.5)
    expect(first + second + third).toBeCloseTo(0.5, 12)
  })

  test('has as information the negative second derivative of the expected log likelihood', () => {
    const one = item(1, 'trust', 1.7, 0.3)
    for (const theta of [-1.2, 0, 0.9]) {
      const step = 1e-4
      const at = answerProbabilities(one, theta)
      const [below, above] = [answerProbabilities(one, theta - step), answerProbabilities(one, theta + step)]
      const curvature = at.reduce((sum, share, answer) => {
        const logs = [below, at, above].map((shares) => Math.log(shares[answer] as number))
        return (
          sum - (share * ((logs[0] as number) - 2 * (logs[1] as number) + (logs[2] as number))) / step ** 2
        )
      }, 0)
      expect(information(one, theta)).toBeCloseTo(curvature, 4)
    }
  })

  test('estimates the prior without answers, and moves with them', () => {
    const { theta, se } = estimate([])
    expect([theta, se]).toEqual([expect.closeTo(0, 10), expect.closeTo(1, 2)])
    const high = estimate([{ item: item(1, 'trust', 1.5), answer: 5 }])
    const low = estimate([{ item: item(1, 'trust', 1.5), answer: 1 }])
    expect(high.theta).toBeGreaterThan(0.5)
    expect(low.theta).toBeCloseTo(-high.theta, 10)
    expect(high.se).toBeLessThan(1)
  })
})

describe('the next item', () => {
  const bank = [item(1, 'trust', 1), item(2, 'trust', 2), item(3, 'vigor', 1.5), item(4, 'vigor', 1.5)]
  const plan = { least: 1, target: 0.1 }

  test('gives every facet the least, with its most informative item first', () => {
    const first = nextGradedItem(bank, [], plan)
    expect(first?.n).toBe(2)
    expect(nextGradedItem(bank, [{ item: bank[1] as GradedItem, answer: 3 }], plan)?.n).toBe(3)
  })

  test('then asks for the facet with the largest error, and ends when all are within the target', () => {
    const given = [1, 2].map((at) => ({ item: bank[at] as GradedItem, answer: 3 }))
    expect(nextGradedItem(bank, given, plan)?.facet).toBe('vigor')
    expect(nextGradedItem(bank, given, { least: 1, target: 0.99 })).toBeUndefined()
  })

  test('ends when there are no items left', () => {
    expect(
      nextGradedItem(
        bank,
        bank.map((one) => ({ item: one, answer: 3 })),
        plan,
      ),
    ).toBeUndefined()
  })
})
