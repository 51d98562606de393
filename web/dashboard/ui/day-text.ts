import { formatDate } from '../language/formats.ts'

/** A day without a time, such as 2026-12-18, as people write it. */
export function dayText(day: string): string {
  const form = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return formatDate(new Date(`${day}T12:00:00Z`), form)
}
