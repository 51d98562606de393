/** How many days a link works. */
const linkDays = 7

/** Whether a link that is sent then ends before this day, such as 2026-12-18, is over. */
export function linksEndBefore(day: string, sentAt: Date): boolean {
  const ends = new Date(sentAt)
  ends.setDate(ends.getDate() + linkDays)
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return new Date(year, month - 1, date + 1) > ends
}
