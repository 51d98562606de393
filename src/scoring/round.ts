/** Rounds to this many decimals, halves upwards, never minus zero. */
export function round(value: number, decimals: number): number {
  const scale = powersOfTen[decimals] ?? 10 ** decimals
  return Math.round(value * scale) / scale + 0
}

const powersOfTen = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000]
