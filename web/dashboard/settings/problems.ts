import type { PreferenceValues } from './preference-changes.ts'
import { words } from './words.ts'

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
  if (name === 'brandColor' && !isColor(text)) {
    return words.problems.brandColor
  }
  if (name === 'replyTo' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) {
    return words.problems.replyTo
  }
  if (name === 'retentionDays' && !(/^\d+$/.test(text) && Number(text) >= 30 && Number(text) <= 3650)) {
    return words.problems.retentionDays
  }
  if (name === 'reminderDays' && !isDays(text)) {
    return words.problems.reminderDays
  }
  return undefined
}

export function isColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text)
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
