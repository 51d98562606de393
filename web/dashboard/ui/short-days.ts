import { formatDate, formatList } from '../language/formats.ts'

/** “2 Dec, 5 Dec”: days such as 2026-12-02, without the year. */
export function shortDays(days: readonly string[]): string {
  const form = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const
  return formatList(days.map((day) => formatDate(new Date(`${day}T12:00:00Z`), form)))
}
