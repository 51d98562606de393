import type { PreferenceValues } from './preference-changes.ts'

/**
 * The problem with the value of a field, by the rules of the service; undefined if valid. Empty fields are valid: the
 * default applies.
 */
export function preferenceProblem(
  name: keyof PreferenceValues,
  values: PreferenceValues,
): string | undefined {
  const text = String(values[name]).trim()
  if (text === '') return undefined
  if (name === 'brandColor' && !/^#[0-9a-f]{6}$/i.test(text)) {
    return 'A color is # and six of the signs 0 to 9 and a to f, as #0b2a6b.'
  }
  if (name === 'replyTo' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) {
    return 'An address has a name, @ and a domain, as people@example.com.'
  }
  if (name === 'retentionDays' && !(/^\d+$/.test(text) && Number(text) >= 30 && Number(text) <= 3650)) {
    return 'Days are a whole number from 30 to 3650.'
  }
  if (name === 'reminderDays' && !isDays(text)) {
    return 'Up to three days from 1 to 30, with commas between, as 3, 6.'
  }
  return undefined
}

function isDays(text: string): boolean {
  const days = text.split(',').map((day) => day.trim())
  return days.length <= 3 && days.every((day) => /^\d+$/.test(day) && Number(day) >= 1 && Number(day) <= 30)
}

/** The first invalid field. */
export function firstProblem(values: PreferenceValues): keyof PreferenceValues | undefined {
  return (Object.keys(values) as (keyof PreferenceValues)[]).find(
    (name) => preferenceProblem(name, values) !== undefined,
  )
}
