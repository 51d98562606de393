/** The period of the page: one that ends today, or days that were chosen; and what the columns of the first chart are. */
export type UsageSearch = {
  period?: (typeof periods)[number]
  from?: string
  to?: string
  interval?: (typeof intervals)[number]
}

/** `month` is the usual one, the last 30 days. */
export const periods = ['week', 'quarter', 'year', 'custom'] as const
export const intervals = ['day', 'week', 'month'] as const

/** Parses the search parameters. Invalid values are dropped, so that every address shows something. */
export function readUsageSearch(params: Record<string, unknown>): UsageSearch {
  const period = periods.find((one) => one === params.period)
  const interval = intervals.find((one) => one === params.interval)
  const [from, to] = [dayOf(params.from), dayOf(params.to)]
  const isCustom = period === 'custom' && from !== undefined && to !== undefined && from <= to
  return {
    ...(period !== undefined && (period !== 'custom' || isCustom) && { period }),
    ...(isCustom && { from, to }),
    ...(interval && { interval }),
  }
}

function dayOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^2\d{3}-\d{2}-\d{2}$/.test(value)) return undefined
  const date = new Date(value)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value) ? value : undefined
}
