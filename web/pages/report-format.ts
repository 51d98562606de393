/** Language and time zone of dates in a report. */
export type DateReader = { readonly languageTag: string; readonly timeZone?: string | undefined }

/** A date such as `18 November 2026`; in UTC without a time zone. */
export function formatDay(reader: DateReader, iso: string): string {
  return formatDate(reader, iso, { day: 'numeric', month: 'long', year: 'numeric' })
}

/** The full time with its zone. */
export function formatMoment(reader: DateReader, iso: string): string {
  return formatDate(reader, iso, { dateStyle: 'long', timeStyle: 'long' })
}

/** To the minute, with its zone. */
export function formatMinute(reader: DateReader, iso: string): string {
  const parts = {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  } as const
  return formatDate(reader, iso, { ...parts, timeZoneName: 'short' })
}

function formatDate(
  { languageTag, timeZone }: DateReader,
  iso: string,
  options: Intl.DateTimeFormatOptions,
): string {
  // Plain "en" would give the American order; these pages are read everywhere.
  const tag = languageTag === 'en' ? 'en-GB' : languageTag
  return new Intl.DateTimeFormat(tag, { ...options, timeZone: timeZone ?? 'UTC' }).format(new Date(iso))
}

/**
 * One pass over the text, so that a slot's value is never parsed as a slot. A value that ends in a full stop ends the sentence
 * as well.
 */
export function fillReportText(template: string, slots: Record<string, string>): string {
  return template.replace(/\{(\w+)\}(\.?)/g, (whole, name: string, stop: string) => {
    const value = slots[name]
    if (value === undefined) return whole
    return value.endsWith('.') ? value : value + stop
  })
}
