/** What one round of one side measured. Times are in milliseconds. */
export type Sample = {
  perSecond: number
  /** Undefined where a program only reports a mean, such as pgbench. */
  p50?: number | undefined
  p99?: number | undefined
  /** Requests that were sent, and those that were not answered as expected, by what came instead. */
  sent?: number | undefined
  failures?: Readonly<Record<string, number>> | undefined
  /** Of each request, if the load asks for them. */
  times?: readonly number[]
}

/** One of the programs that a row compares; it runs for about this long, again and again. */
export type Side = {
  name: string
  run: (milliseconds: number) => Promise<Sample>
  /** Whether the service answers, which refuses requests when the machine has no time for it. */
  isService?: boolean
}

type Figure = 'perSecond' | 'p50' | 'p99'

/**
 * What a row has to reach: our figure divided by another side's figure of the same round or, without `against`, by
 * nothing. Rates have a lower bound, times an upper one.
 */
export type Goal = {
  figure: Figure
  /** The name of the other side, and which of its figures, if not the same one. */
  against?: string
  theirs?: Figure
  bound: number
}

/** One line or more of the table. The first side is the service. */
export type Row = {
  path: string
  sides: readonly Side[]
  goals: readonly Goal[]
  /** Said below the table. */
  note?: string
}

/** A row of figures that are taken once and not in rounds, such as memory. */
export type SingleRow = { path: string; take: () => Promise<SingleFigure[]>; note?: string }
export type SingleFigure = {
  /** What is measured, in addition to the path. */
  of: string
  value: number
  unit: string
  /** The figure to compare with, and what it is. */
  other?: { name: string; value: number }
  /** The most that the value may be; with `other`, of the value divided by it. */
  most?: number
  /** The least that it may be, likewise. */
  least?: number
}

export function isSingle(row: Row | SingleRow): row is SingleRow {
  return 'take' in row
}

/** The rate is at least this part of another side's rate, or this many a second. */
export function rateOf(bound: number, against?: string): Goal {
  return { figure: 'perSecond', bound, ...(against !== undefined && { against }) }
}

/** The median time is at most this many times another side's median, or this many milliseconds. */
export function medianWithin(bound: number, against?: string): Goal {
  return { figure: 'p50', bound, ...(against !== undefined && { against }) }
}

/** The 99th percentile is at most this many times another side's median, or this many milliseconds. */
export function tailWithin(bound: number, against?: string): Goal {
  return { figure: 'p99', bound, ...(against !== undefined && { against, theirs: 'p50' }) }
}
