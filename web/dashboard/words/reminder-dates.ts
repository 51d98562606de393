const [hour, day] = [3_600_000, 86_400_000]

/** What is due from 21:00 on is sent the next morning. */
const nightHours = 3

/**
 * The days (such as 2026-12-02) on which someone who is invited now is reminded, in the time zone of the account. None is
 * after the last day, which is empty if there is none.
 */
export function reminderDates(
  days: readonly number[],
  { deadline, zone, now = new Date() }: { deadline: string; zone: string; now?: Date },
): string[] {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' })
  return days
    .map((after) => format.format(new Date(now.getTime() + after * day + nightHours * hour)))
    .filter((date) => deadline === '' || date <= deadline)
}
