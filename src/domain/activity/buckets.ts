export type BucketInterval = 'day' | 'week' | 'month'

/** Calendar days, both included, as in 2026-11-28. */
export type Days = { from: string; to: string }

/**
 * The days, weeks (from Monday) or months of a period, in order. The first and last are cut off where the period begins
 * and ends. Pure arithmetic on the calendar: when a day begins in a time zone is for the database to say.
 */
export function bucketsOf({ from, to }: Days, interval: BucketInterval): Days[] {
  const buckets: Days[] = []
  for (let day = from; day <= to; ) {
    const next = nextStart(day, interval)
    const last = addDays(next, -1)
    buckets.push({ from: day, to: last < to ? last : to })
    day = next
  }
  return buckets
}

/** The first day of the bucket that follows the one with this day. */
function nextStart(day: string, interval: BucketInterval): string {
  if (interval === 'day') return addDays(day, 1)
  // Sunday is 0, and ends the week.
  if (interval === 'week') return addDays(day, 7 - ((new Date(day).getUTCDay() + 6) % 7))
  const date = new Date(day)
  return dayOf(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)))
}

export function addDays(day: string, days: number): string {
  return dayOf(new Date(new Date(day).getTime() + days * 86_400_000))
}

export function countDays({ from, to }: Days): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1
}

/** As many days, right before. */
export function daysBefore(days: Days): Days {
  return { from: addDays(days.from, -countDays(days)), to: addDays(days.from, -1) }
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10)
}

/** The middle of numbers, each with how often it occurs; null if there are none. */
export function medianOf(counted: readonly { value: number; count: number }[]): number | null {
  const sorted = counted.toSorted((one, other) => one.value - other.value)
  const total = sorted.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return null
  const at = (place: number) => {
    let seen = 0
    for (const { value, count } of sorted) {
      seen += count
      if (seen > place) return value
    }
    return 0
  }
  return (at(Math.floor((total - 1) / 2)) + at(Math.floor(total / 2))) / 2
}
