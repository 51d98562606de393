import { formatDate } from '../language/formats.ts'
import { nearDay } from './near-day.ts'

/** A short date or time; on hover, the full time with its time zone. `near`: “today” and “yesterday” as words. */
export function When({ at, style = 'day' }: { at: string; style?: 'near' | 'day' | 'date' | 'moment' }) {
  const moment = new Date(at)
  return (
    <time dateTime={at} title={formatDate(moment, { dateStyle: 'full', timeStyle: 'long' })}>
      {style === 'near' ? nearDay(moment, new Date()) : formatDate(moment, styles[style])}
    </time>
  )
}

const styles = {
  day: { day: 'numeric', month: 'short' },
  date: { day: 'numeric', month: 'long', year: 'numeric' },
  moment: { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
} satisfies Record<string, Intl.DateTimeFormatOptions>
