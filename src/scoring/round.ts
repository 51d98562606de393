const powersOfTen = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000] as const

/** Rounds to this many decimals, halves upwards, never minus zero. */
export function round(value: number, decimals: 0 | 1 | 2 | 3 | 4 | 5 | 6): number {
  const scale = powersOfTen[decimals]
  return Math.round(value * scale) / scale + 0
}
