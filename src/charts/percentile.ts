/**
 *
 * The T score (mean 50, SD 10) of a percentile, to about 0.005. Lists of people hold percentiles only, while a tone is
 * drawn in T, so that the cuts of the levels are evenly spaced.
 * Source: Abramowitz and Stegun (1964), Handbook of Mathematical Functions, 26.2.23.
 * @param percentile above 0 and below 100
 *
 */
export function tOf(percentile: number): number {
  const tail = Math.min(percentile, 100 - percentile) / 100
  const root = Math.sqrt(-2 * Math.log(tail))
  const above = 2.515517 + root * (0.802853 + root * 0.010328)
  const below = 1 + root * (1.432788 + root * (0.189269 + root * 0.001308))
  const distance = 10 * Math.max(0, root - above / below)
  return percentile < 50 ? 50 - distance : 50 + distance
}
