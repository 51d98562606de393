import fc from 'fast-check'
import { expect, test } from 'vitest'
import { styleOf } from './disc-style.ts'
import { fnv1a } from './hash.ts'
import { gaussian, seededRandom } from './random.ts'
import { styleShares } from './style-shares.ts'

const differences = fc.array(fc.integer({ min: -24, max: 24 }), { minLength: 4, maxLength: 4 })
const counts = fc.array(fc.integer({ min: 0, max: 24 }), { minLength: 4, maxLength: 4 })
const norms = [
  { sd: 6, sem: 3 },
  { sd: 4, sem: 1 },
  { sd: 9, sem: 0.2 },
  { sd: 6, sem: 1e-5 },
  { sd: 0, sem: 20 },
]

test.each(norms)('gives the shares that plain draws give, with %j', (norm) => {
  fc.assert(
    fc.property(counts, differences, (most, apart) => {
      expect(Object.entries(styleShares(most, apart, norm))).toEqual(plainShares(most, apart, norm))
    }),
    { numRuns: 60 },
  )
})

/** Every draw with its logarithms and cosines, as the shares are defined. */
function plainShares(most: readonly number[], apart: readonly number[], { sd, sem }: (typeof norms)[number]) {
  const random = seededRandom(fnv1a(`${most} ${apart}`))
  const styles = Array.from({ length: 1000 }, () => {
    const errors = apart.map(() => gaussian(random))
    const mean = errors.reduce((sum, error) => sum + error, 0) / 4
    const drawn = apart.map((value, at) => value + sem * Math.sqrt(4 / 3) * ((errors[at] as number) - mean))
    return styleOf(drawn, most, sd)
  })
  return [...Map.groupBy(styles, (style) => style)]
    .map(([style, { length }]) => [style, length / 1000] as const)
    .filter(([, share]) => share >= 0.01)
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
}
