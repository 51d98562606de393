/** Returns the next number, uniform in [0, 1). */
export type Random = () => number

/**
 * A small seeded generator: the same seed gives the same numbers on every machine, because it only uses 32-bit
 * integers. Source: G. Marsaglia (2003), Xorshift RNGs, Journal of Statistical Software 8(14), the generator of 128
 * bits.
 */
export function seededRandom(seed: number): Random {
  let [x, y, z, w] = seededState(seed)
  return () => {
    const t = x ^ (x << 11)
    x = y
    y = z
    z = w
    w = w ^ (w >>> 19) ^ t ^ (t >>> 8)
    return toUnit(w)
  }
}

/** The generator's four words before the first number, for loops that need many numbers and have no time for calls. */
export function seededState(seed: number): [number, number, number, number] {
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
  for (let skipped = 0; skipped < 8; skipped++) {
    const t = x ^ (x << 11)
    x = y
    y = z
    z = w
    w = w ^ (w >>> 19) ^ t ^ (t >>> 8)
  }
  return [x, y, z, w]
}

/** The number in [0, 1) that a word of 32 bits stands for. */
export function toUnit(word: number): number {
  return (word >>> 0) / 0x1_0000_0000
}

/** One draw from the standard normal distribution. */
export function gaussian(random: Random): number {
  const first = random()
  return gaussianOf(first, random())
}

/** A standard normal number from two uniform ones (Box and Muller 1958). */
export function gaussianOf(first: number, second: number): number {
  return Math.sqrt(-2 * Math.log(1 - first)) * Math.cos(2 * Math.PI * second)
}
