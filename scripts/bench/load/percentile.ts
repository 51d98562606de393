/** The value below which this share of the values is; undefined without values. */
export function percentile(values: readonly number[], part: number): number | undefined {
  const sorted = Float64Array.from(values).sort()
  return sorted.length === 0
    ? undefined
    : sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]
}
