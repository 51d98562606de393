const dayMilliseconds = 86_400_000

/** A reminder that can't be sent within two days, because of a limit or an outage, is left out. */
const maxDelayDays = 2

/** Invites made after `since`, and not after `until`, are due to be repeated for this day. */
export type DueWindow = { day: number; since: Date; until: Date }

/**
 * When the invites were made whose reminders are due. The windows don't overlap: an invite is due for its latest day
 * only, so a reminder that was missed isn't sent together with the next.
 */
export function dueWindows(days: readonly number[], now: Date): DueWindow[] {
  const ago = (count: number) => new Date(now.getTime() - count * dayMilliseconds)
  return days.map((day, place) => ({
    day,
    since: ago(Math.min(day + maxDelayDays, days[place + 1] ?? Number.POSITIVE_INFINITY)),
    until: ago(day),
  }))
}
