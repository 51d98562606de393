/** Returns the next number, uniform in [0, 1). */
export type Random = () => number

/**
 * A small seeded generator: the same seed gives the same numbers on every machine, because it only uses 32-bit
 * integers. Source: G. Marsaglia (2003), Xorshift RNGs, Journal of Statistical Software 8(14), the generator of 128
 * bits.
 */
export function seededRandom(seed: number): Random {
  // The state is four words of a multiplicative sequence, so that neighboring seeds diverge from the start.
  let state = seed | 0
  const word = () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x3c6ef35f) | 0
    return state
  }
  let x = word()
  let y = word()
  let z = word()
  let w = word() | 1
  const next = () => {
    const t = x ^ (x << 11)
    x = y
    y = z
    z = w
    w = w ^ (w >>> 19) ^ t ^ (t >>> 8)
    return (w >>> 0) / 0x1_0000_0000
  }
  for (let skipped = 0; skipped < 8; skipped++) next()
  return next
}

/** One draw from the standard normal distribution (Box and Muller 1958). */
export function gaussian(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}
