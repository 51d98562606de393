import type { UsageSearch } from './search.ts'

/** What the API is asked for. `today` is the day in the time zone. */
export function usageRequest({ period, from, to, interval }: UsageSearch, today: string, timeZone: string) {
  const days = { week: 7, quarter: 90, year: 365, custom: 30, month: 30 }[period ?? 'month']
  const chosen = period === 'custom' && from !== undefined && to !== undefined
  const asked = chosen ? { from, to } : { from: dayBefore(today, days - 1), to: today }
  return { ...asked, ...(interval && { interval }), timeZone }
}

/** The same without the last three days; undefined if nothing of it is left, and `same` if it ends before them. */
export function settledRequest(request: UsageDays, today: string): UsageDays | 'same' | undefined {
  const last = dayBefore(today, 3)
  if (request.to <= last) return 'same'
  return request.from <= last ? { ...request, to: last } : undefined
}

type UsageDays = ReturnType<typeof usageRequest>

function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10)
}
