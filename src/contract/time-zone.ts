import { z } from 'zod'
import { dateFormat } from './date-format.ts'

/** A time zone of the IANA list, in its canonical spelling. */
export function timeZoneInput(description: string) {
  return z
    .string()
    .max(60, 'is too long: at most 60 characters')
    .meta({ description, examples: ['Europe/Berlin'] })
    .transform((text, context) => {
      const zone = canonicalTimeZone(text)
      if (zone) return zone
      context.addIssue({
        code: 'custom',
        message: 'is not a time zone of the IANA list, such as Europe/Berlin',
      })
      return z.NEVER
    })
}

/**
 * The name of a time zone for the database, which takes short names such as CET for abbreviations without daylight saving.
 */
export function placeOfZone(name: string): string {
  return name.includes('/') ? name : dateFormat('en', { timeZone: name }).resolvedOptions().timeZone
}

/**
 * The IANA name in canonical spelling. Offsets such as +01:00 are refused: they lack the daylight saving rules of a
 * place.
 */
function canonicalTimeZone(text: string): string | undefined {
  if (!/^[A-Za-z]/.test(text)) return undefined
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions()
    // Intl replaces aliases by the current name; keep the alias that the caller sent.
    return timeZone.toLowerCase() === text.toLowerCase() ? timeZone : text
  } catch {
    return undefined
  }
}
