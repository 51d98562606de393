import { randomInt } from 'node:crypto'

const day = 86_400_000

/**
 * When the second occasion is: from two to three weeks after the first, at a time drawn for the person, so that the
 * emails of people who began on one day go on different ones; until four weeks after it. Undefined if less than two
 * days of that are left when the person agrees.
 */
export function retestTimes(first: Date, agreed: Date): { dueAt: Date; closesAt: Date } | undefined {
  const closesAt = new Date(first.getTime() + 28 * day)
  if (agreed.getTime() > closesAt.getTime() - 2 * day) return undefined
  const drawn = first.getTime() + 14 * day + randomInt(7 * 24 * 60) * 60_000
  return { dueAt: new Date(Math.max(drawn, agreed.getTime())), closesAt }
}
