import { dueWindows } from '../reminder/due.ts'

const [hour, day] = [3_600_000, 86_400_000]

/** Nobody gets two messages of a campaign within this time. */
const leastApart = 20 * hour

type Reminded = {
  /** Days of reminders after the invite. */
  days: readonly number[]
  invitedAt: Date
  /** When the last message was queued. */
  messagedAt: Date
  /** Someone has asked for a reminder that is still to come. */
  isAsked: boolean
}

/** When someone is reminded next, but for quiet hours; undefined if on none of the days that are left. */
export function nextReminderAt(
  { days, invitedAt, messagedAt, isAsked }: Reminded,
  now: Date,
): Date | undefined {
  const earliest = Math.max(now.getTime(), messagedAt.getTime() + leastApart)
  if (isAsked) return new Date(earliest)
  const open = dueWindows(days, now).find(
    ({ since, until, day: after }) =>
      invitedAt > since && invitedAt <= until && messagedAt.getTime() < invitedAt.getTime() + after * day,
  )
  if (open) return new Date(earliest)
  const next = days.find((after) => invitedAt.getTime() + after * day > now.getTime())
  return next === undefined ? undefined : new Date(Math.max(earliest, invitedAt.getTime() + next * day))
}
