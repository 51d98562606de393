/** Values of a criterion are used by the fifth of the people that they are in. */
export const bandCount = 5
/**
 * The largest distance of a band from the mean, in standard deviations, that an upload may have, and that the people used
 * may have. Both limit what one person adds to a correlation: a value that only one person has would show whether that
 * person takes part.
 */
export const [largestUploaded, largestUsed] = [2.5, 3.5]

/** The band of each value, from 0 to 4, by its rank in all of them. Equal values have the same one. */
export function bandsOf(values: readonly number[]): number[] {
  const sorted = [...values].sort((one, other) => one - other)
  const [first, last] = [new Map<number, number>(), new Map<number, number>()]
  for (const [at, value] of sorted.entries()) {
    if (!first.has(value)) first.set(value, at)
    last.set(value, at)
  }
  return values.map((value) => {
    const middle = ((first.get(value) as number) + (last.get(value) as number) + 1) / 2
    return Math.min(bandCount - 1, Math.floor((bandCount * middle) / values.length))
  })
}

/** How far the band farthest from the mean is from it, in standard deviations. Infinity if all are the same. */
export function largestDistance(bands: readonly number[]): number {
  const mean = bands.reduce((sum, band) => sum + band, 0) / bands.length
  const variance = bands.reduce((sum, band) => sum + (band - mean) ** 2, 0) / bands.length
  if (!(variance > 0)) return Number.POSITIVE_INFINITY
  return Math.max(...[...new Set(bands)].map((band) => Math.abs(band - mean))) / Math.sqrt(variance)
}

/** The band that a person has in this criterion; undefined without one. Names are the account's, so also `constructor`. */
export function bandIn(
  criteria: Readonly<Record<string, number>> | undefined,
  name: string,
): number | undefined {
  return criteria && Object.hasOwn(criteria, name) ? criteria[name] : undefined
}
