import { dayOf, known, oneOf, type SearchParams } from '../client/search-params.ts'

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
export function readUsageSearch(params: SearchParams): UsageSearch {
  const period = oneOf(params.period, periods)
  const [from, to] = [dayOf(params.from), dayOf(params.to)]
  const isCustom = period === 'custom' && from !== undefined && to !== undefined && from <= to
  return known({
    period: period === 'custom' && !isCustom ? undefined : period,
    from: isCustom ? from : undefined,
    to: isCustom ? to : undefined,
    interval: oneOf(params.interval, intervals),
  })
}
