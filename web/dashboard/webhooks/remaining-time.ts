/** “2 days 3 hours”, “5 hours”, “12 minutes”: rounded down, at least a minute. */
export function remainingTime(until: string, now: Date): string {
  const minutes = Math.max(1, Math.floor((Date.parse(until) - now.getTime()) / 60_000))
  const [days, hours] = [Math.floor(minutes / 1_440), Math.floor((minutes % 1_440) / 60)]
  if (days > 0) return hours > 0 ? `${counted(days, 'day')} ${counted(hours, 'hour')}` : counted(days, 'day')
  return hours > 0 ? counted(hours, 'hour') : counted(minutes, 'minute')
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
