/** A short date: “today”, “yesterday”, “13 Nov”, with the year if it is not the current one. */
export function nearDay(moment: Date, now: Date): string {
  const day = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())
  const ago = (day(now) - day(moment)) / 86_400_000
  if (ago === 0) return 'today'
  if (ago === 1) return 'yesterday'
  const isThisYear = moment.getFullYear() === now.getFullYear()
  return (isThisYear ? short : long).format(moment)
}

const short = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const long = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
