import { dateFormat } from '../../contract/date-format.ts'
import { type Locale, languageTags } from '../../contract/locale.ts'
import { oneLine } from './sanitize.ts'

/**
 * Day, time and time zone in words. The zone is included because readers may be in another one, and 24 hours are used
 * because 12:30 am is easily read as noon. Plain "en" would give the American order of dates, so English is British.
 */
export function formatDateTime(date: Date, locale: Locale, timezone: string): string {
  const language = locale === 'en' ? 'en-GB' : languageTags[locale]
  const form = {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  } as const
  const words = dateFormat(language, { ...form, timeZone: timeZoneOrUtc(timezone) }).format(date)
  // Some languages write "GMT+0" for London in winter; "GMT" says the same.
  return oneLine(words).replace(/(GMT|UTC)\+0(?![\d:])/, '$1')
}

/** A time zone that this runtime lacks must not keep an email from being sent. */
export function timeZoneOrUtc(timezone: string): string {
  try {
    return dateFormat('en', { timeZone: timezone }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}

/** A day in words, such as one until which something is due. */
export function formatCalendarDay(day: string, locale: Locale): string {
  const language = locale === 'en' ? 'en-GB' : languageTags[locale]
  const form = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return oneLine(dateFormat(language, form).format(new Date(`${day}T12:00:00Z`)))
}

/** The calendar day at this time in a time zone, as in 2026-11-21. */
export function dayIn(date: Date, timezone: string): string {
  return dateFormat('en-CA', { timeZone: timeZoneOrUtc(timezone) }).format(date)
}
