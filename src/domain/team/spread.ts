import { normalCdf } from '../../scoring/normal.ts'

/**
 * The range, in standard errors of one score, of `count` people who don't differ at all: a share of `1 - chance` of
 * such teams stays within it. It is the upper quantile of the range of `count` standard normal draws (the studentized
 * range with known error): P(range ≤ w) = n ∫ φ(x) [Φ(x + w) − Φ(x)]ⁿ⁻¹ dx. Source: H. O. Hartley (1942), The range in
 * random samples, Biometrika 32(3–4).
 */
export function rangeByChance(count: number, chance: number): number {
  const key = `${count} ${chance}`
  const cached = cache.get(key)
  if (cached !== undefined) return cached
  let [low, high] = [0, 20]
  while (high - low > 1e-4) {
    const middle = (low + high) / 2
    if (rangeShare(count, middle) < 1 - chance) low = middle
    else high = middle
  }
  cache.set(key, high)
  return high
}

const cache = new Map<string, number>()

/** The mean of some numbers, and the variance as an estimate for the population. */
export function momentsOf(numbers: readonly number[]): { mean: number; variance: number } {
  const mean = numbers.reduce((sum, one) => sum + one, 0) / numbers.length
  const squares = numbers.reduce((sum, one) => sum + (one - mean) ** 2, 0)
  return { mean, variance: squares / Math.max(1, numbers.length - 1) }
}

function rangeShare(count: number, width: number): number {
  let sum = 0
  for (let x = -8; x <= 8; x += step) {
    const density = Math.exp(-0.5 * x * x) / Math.sqrt(2 * Math.PI)
    sum += density * (normalCdf(x + width) - normalCdf(x)) ** (count - 1)
  }
  return count * sum * step
}

const step = 0.05
