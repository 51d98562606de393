import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { instruments } from '../../scripts/instruments.ts'
import { answerScreens, drawValues } from '../../scripts/simulation/people.ts'
import { keptAnswers, nextScreen, scoreCore, screenAt } from './core.ts'
import type { CoreAnswer } from './core-screens.ts'
import { seededRandom } from './random.ts'
import vectors from './vectors/core.json' with { type: 'json' }

const { design } = instruments.core
const seed = fc.integer({ min: 1, max: 1e6 })
const few = { numRuns: 15 }

describe('scoreCore', () => {
  test.each(vectors)('gives the golden result for $name', ({ answers, expected }) => {
    const { ranked, close, ...places } = scoreCore(answers, design, 'any')
    expect(ranked.map(({ key, most }) => [key, most])).toEqual(expected.ranked.map((v) => [v.key, v.most]))
    for (const [at, { utility, se }] of ranked.entries()) {
      expect(utility).toBeCloseTo(expected.ranked[at]?.utility ?? Number.NaN, 5)
      expect(se).toBeCloseTo(expected.ranked[at]?.se ?? Number.NaN, 4)
    }
    expect(close).toEqual(expected.close)
    expect(Object.values(places)).toEqual(ranked.slice(0, 5).map(({ key }) => key))
  })

  test('gives each value an interval of ranks that holds its own, which edition 1.0.0 leaves out', () => {
    fc.assert(
      fc.property(seed, (seed) => {
        const answers = take(seed)
        const { ranked, ...rest } = scoreCore(answers, design, 'a')
        for (const [at, { rank90: [best, worst] = [] }] of ranked.entries()) {
          // The likeliest rank can be one off the place in the order.
          expect(best).toBeLessThanOrEqual(at + 2)
          expect(worst).toBeGreaterThanOrEqual(at)
        }
        const first = scoreCore(answers, design, 'a', '1.0.0')
        expect(first).toEqual({ ...rest, ranked: ranked.map(({ rank90, ...value }) => value) })
      }),
      few,
    )
  })

  test('does not depend on the order of screens, nor of the values on a screen', () => {
    fc.assert(
      fc.property(seed, (seed) => {
        const answers = take(seed)
        const mixed = answers
          .map(({ block, ...picks }) => ({ ...picks, block: block.toReversed() }))
          .reverse()
        expect(scoreCore(mixed, design, 'a')).toEqual(scoreCore(answers, design, 'a'))
      }),
      few,
    )
  })

  test('raises a value that is chosen over another', () => {
    fc.assert(
      fc.property(seed, fc.integer({ min: 0, max: 20 }), (seed, at) => {
        const answers = take(seed)
        const answer = answers[at] as CoreAnswer
        const instead = answer.block.find((key) => key !== answer.best && key !== answer.worst) as string
        const changed = answers.with(at, { ...answer, best: instead })
        expect(utilityOf(changed, instead)).toBeGreaterThan(utilityOf(answers, instead))
        expect(utilityOf(changed, answer.best)).toBeLessThan(utilityOf(answers, answer.best))
      }),
      few,
    )
  })

  test('gives values with equal choices the same utility', () => {
    const answers: CoreAnswer[] = [
      { block: ['freedom', 'care', 'wealth', 'wisdom'], best: 'freedom', worst: 'care' },
      { block: ['care', 'freedom', 'influence', 'fairness'], best: 'care', worst: 'freedom' },
    ]
    expect(utilityOf(answers, 'freedom')).toBe(utilityOf(answers, 'care'))
  })

  test('orders tied values along the circle, rotated by the profile id', () => {
    const orders = ['', 'a', 'b', 'c', 'd'].map((id) => order([], id))
    const keys = design.values.map(({ key }) => key)
    for (const found of orders) {
      const start = keys.indexOf(found[0] ?? '')
      expect(found).toEqual([...keys.slice(start), ...keys.slice(0, start)])
    }
    expect(new Set(orders.map(([first]) => first)).size).toBeGreaterThan(1)
  })

  test('refuses an unknown value', () => {
    const answer = { block: ['freedom', 'fame', 'care', 'wisdom'], best: 'fame', worst: 'care' }
    expect(() => scoreCore([answer], design, '')).toThrow('core: unknown value fame')
  })
})

describe('screens', () => {
  test.each(vectors)('are those of an independent implementation for $name', ({ answers, adaptive }) => {
    for (const [turn, values] of adaptive.entries()) {
      expect(screenAt(13 + turn, answers, design)?.toSorted()).toEqual(values.toSorted())
    }
  })

  test('are thirteen fixed and eight adaptive ones, then none', () => {
    const answers = take(1)
    expect(answers).toHaveLength(21)
    expect(nextScreen(answers, design)).toBeUndefined()
    const fixed = design.blocks.map((block) => block.map((value) => design.values[value]?.key))
    expect(answers.slice(0, 13).map(({ block }) => block)).toEqual(fixed)
  })

  test('never show a value twice, and are equal for equal answers', () => {
    fc.assert(
      fc.property(seed, (seed) => {
        const answers = take(seed)
        for (const [index, { block }] of answers.entries()) {
          expect(new Set(block).size).toBe(4)
          expect(nextScreen(answers.slice(0, index), design)).toEqual(block)
          expect(screenAt(index, answers, design)).toEqual(block)
        }
      }),
      few,
    )
  })

  test('show each value four times, once in each position, and every pair once on the fixed thirteen', () => {
    const places = new Set(design.blocks.flatMap((block) => block.map((value, place) => `${value}@${place}`)))
    const pairs = new Set(
      design.blocks.flatMap((block) => block.flatMap((a) => block.map((b) => `${a},${b}`))),
    )
    expect([places.size, pairs.size]).toEqual([52, 13 * 13])
  })

  test('need the previous answers', () => {
    expect(() => screenAt(15, take(1).slice(0, 14), design)).toThrow('screen 15 needs 15 answers')
    expect(screenAt(14, take(1).slice(0, 13), design)).toHaveLength(4)
  })

  test('keep later answers with the same screens after an answer changes, and drop the others', () => {
    fc.assert(
      fc.property(seed, fc.integer({ min: 0, max: 20 }), (seed, at) => {
        const answers = take(seed)
        expect(keptAnswers(answers, design)).toEqual(answers)
        const answer = answers[at] as CoreAnswer
        const changed = answers.with(at, { ...answer, best: answer.worst, worst: answer.best })
        const kept = keptAnswers(changed, design)
        expect(kept.length).toBeGreaterThan(Math.max(at, 12))
        for (const [index, { block }] of kept.entries()) {
          expect(screenAt(index, kept, design)?.toSorted()).toEqual(block.toSorted())
        }
        const dropped = changed[kept.length]
        if (dropped) expect(nextScreen(kept, design)?.toSorted()).not.toEqual(dropped.block.toSorted())
      }),
      few,
    )
  })

  test('drop the adaptive answers if every fixed one is turned around: other values lead then', () => {
    const turned = take(1).map((answer, index) =>
      index < design.blocks.length ? { ...answer, best: answer.worst, worst: answer.best } : answer,
    )
    expect(keptAnswers(turned, design)).toEqual(turned.slice(0, design.blocks.length))
  })
})

function take(seed: number): CoreAnswer[] {
  const random = seededRandom(seed)
  return answerScreens(drawValues(0, random), design, 1, random)
}

function order(answers: readonly CoreAnswer[], id: string): string[] {
  return scoreCore(answers, design, id).ranked.map(({ key }) => key)
}

function utilityOf(answers: readonly CoreAnswer[], wanted: string): number {
  return scoreCore(answers, design, '').ranked.find(({ key }) => key === wanted)?.utility ?? Number.NaN
}
