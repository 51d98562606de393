/**
 * Φ(z), the share of a standard normal distribution below z, to about 1e-15 absolute. Source: G. Marsaglia (2004),
 * Evaluating the Normal Distribution, Journal of Statistical Software 11(4): Φ(z) = 1/2 + φ(z) · (z + z³/3 + z⁵/(3·5) +
 * z⁷/(3·5·7) + …), summed until another term changes nothing.
 */
export function normalCdf(z: number): number {
  // Beyond eight standard deviations the tail is under 1e-15 and rounding errors would show.
  if (z > 8) return 1
  if (z < -8) return 0
  let term = z
  let sum = z
  let before = 0
  for (let odd = 3; sum !== before; odd += 2) {
    before = sum
    term *= (z * z) / odd
    sum += term
  }
  return 0.5 + sum * normalDensity(z)
}

function normalDensity(z: number): number {
  return Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI)
}
