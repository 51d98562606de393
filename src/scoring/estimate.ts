/**
 * What was estimated, on a scale on which its error is close to normal, with its standard error there: `plain` the value
 * itself, `log` its logarithm (standard deviations), `logit` ln(p/(1 - p)) (shares), `fisher` artanh (correlations),
 * `complement` ln(1 - value) (alpha and omega). `n` is the number of people.
 */
export type NormalEstimate = {
  readonly scale: 'plain' | 'log' | 'logit' | 'fisher' | 'complement'
  readonly at: number
  readonly se: number
  readonly n: number
}

/** A value with its 95% interval. */
export type Interval = { readonly value: number; readonly low: number; readonly high: number }

/** The standard normal distribution has 95% within this distance of its middle. */
const z95 = 1.959_963_984_540_054

/** The 95% interval of an estimate: symmetric on the scale of the estimate, not on that of the value. */
export function intervalOf({ scale, at, se }: NormalEstimate): Interval {
  const back = values[scale]
  const ends = [back(at - z95 * se), back(at + z95 * se)]
  return { value: back(at), low: Math.min(...ends), high: Math.max(...ends) }
}

/**
 * The estimate with noise of `factor` standard errors added: `draw` is standard normal. The standard error becomes that
 * of both together, so an interval still holds the true value as often as before, and is √(1 + factor²) times as wide.
 */
export function blur({ at, se, ...rest }: NormalEstimate, factor: number, draw: number): NormalEstimate {
  return { ...rest, at: at + factor * se * draw, se: se * Math.sqrt(1 + factor * factor) }
}

const values: Record<NormalEstimate['scale'], (at: number) => number> = {
  plain: (at) => at,
  log: Math.exp,
  logit: (at) => 1 / (1 + Math.exp(-at)),
  fisher: Math.tanh,
  complement: (at) => 1 - Math.exp(at),
}
