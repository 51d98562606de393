import { describe, expect, test } from 'vitest'
import { seededRandom } from './random.ts'
import type { EstimatedFigure, StudyPerson } from './study-figure.ts'
import { drawSample, noiseFactor, type ReleasedFigure, releaseFigures } from './study-release.ts'

const person = (again: boolean, letters = true): StudyPerson => ({
  first: { focus: [3], ...(letters ? { letters: [0, 0, 0, 0] } : {}) },
  ...(again ? { again: { focus: [3], letters: [0, 0, 0, 0] } } : {}),
  isDue: again,
})
const crowd = (count: number, again = count) => Array.from({ length: count }, (_, at) => person(at < again))
const random = () => seededRandom(5)

describe('the sample of a release', () => {
  test.each([
    [49, 1_000, 0],
    [50, 74, 0],
    [50, 75, 50],
    [90, 90, 60],
    [89, 1_000, 80],
  ])('of %d people in an account with %d who could take part has %d', (people, eligible, size) => {
    expect(drawSample(crowd(people), { eligible, margin: 0 }, random())).toHaveLength(size)
  })

  test('uses second answers only from the floor and the margin on, and by tens', () => {
    const second = (again: number, margin: number) =>
      drawSample(crowd(80, again), { eligible: 1_000, margin }, random()).filter((one) => one.again?.focus)
        .length
    expect([second(54, 5), second(55, 5), second(69, 5)]).toEqual([0, 50, 60])
  })

  test('leaves out DISC at random until its number is a multiple of ten', () => {
    const people = [...crowd(57), ...Array.from({ length: 3 }, () => person(true, false))]
    const sample = drawSample(people, { eligible: 1_000, margin: 0 }, random())
    expect(sample.filter(({ first }) => first.letters)).toHaveLength(50)
  })
})

describe('released figures', () => {
  const of = (n: number): EstimatedFigure => ({
    ...{ kind: 'trait', subject: 'stability', figure: 'alpha' },
    estimate: { scale: 'complement', at: Math.log(0.2), se: 0.1, n },
  })

  test('have noise, and intervals that are wider by it', () => {
    const draws = Array.from(
      { length: 400 },
      (_, seed) => releaseFigures([of(60)], [], seededRandom(seed))[0],
    )
    const inside = draws.filter((one) => (one?.low ?? 1) <= 0.8 && 0.8 <= (one?.high ?? 0)).length
    // Only the noise moves the value here, so the interval, made for both, holds it even more often.
    expect(inside / 400).toBeGreaterThan(0.95)
    const values = draws.map((one) => Math.log(1 - (one?.value ?? 0)))
    const middle = values.reduce((sum, value) => sum + value, 0) / 400
    const spread = Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / 400)
    expect(Math.abs(spread - 0.1 * noiseFactor)).toBeLessThan(0.02)
  })

  test('stay as they were published until they are of a quarter more people', () => {
    const [before] = releaseFigures([of(60)], [], seededRandom(1)) as [ReleasedFigure]
    expect(releaseFigures([of(70)], [before], seededRandom(2))).toEqual([before])
    expect(releaseFigures([of(80)], [before], seededRandom(2))[0]?.value).not.toBe(before.value)
    // Also if too few people are left for it.
    expect(releaseFigures([], [before], seededRandom(2))).toEqual([before])
  })
})
