import { type FocusLevel, type McpProfile, profileName } from '../profiles.ts'
import { runQueryForOne } from '../queries.ts'
import type { McpRequestContext } from '../request-context.ts'

/** What prompts show of people. It is less than a profile: no address, no times, no provenance. */

/** One person with everything that the scores say. */
export function fullProfileData(person: McpProfile) {
  return { ...identity(person), ...results(person), disc: discOf(person, true), focus: person.focus }
}

/**
 * One of two people who are compared. The four letters are left out, for they must not be held against another
 * person's; facets, which are less exact than traits, have their level alone.
 */
export function comparedProfileData(person: McpProfile) {
  return {
    ...identity(person),
    ...results(person),
    disc: discOf(person, false),
    focus: mapped(person.focus, ({ facets, ...trait }) => ({
      ...trait,
      facets: mapped(facets, ({ level }) => level),
    })),
  }
}

/** One of many: the style, the five levels and the leading values. */
export function teamMemberData(person: McpProfile) {
  return {
    ...identity(person),
    ...results(person),
    disc: discOf(person, false),
    focus: mapped(person.focus, ({ level }: FocusLevel) => level),
  }
}

/** The debrief that is stored; null where there is none. Nothing is written by looking. */
export async function readStoredDebrief(context: McpRequestContext, profileId: string) {
  const found = await runQueryForOne<Debrief>(context, 'get_debrief', { profileId })
  return found ? { content: found.content, locale: found.locale, stale: found.stale } : null
}

type Debrief = { content: string; locale: string; stale: boolean }

function identity(person: McpProfile) {
  const { id, isCompleted, completedAssessments } = person
  return { id, name: profileName(person), isCompleted, completedAssessments }
}

function results({ quality, core }: McpProfile) {
  return { quality: quality?.outcome ?? null, core }
}

function discOf({ disc, scoring }: McpProfile, withLetters: boolean) {
  if (!disc) return null
  const { style, ...letters } = disc
  const styleConfidence = scoring?.confidence?.disc?.style ?? null
  return { style, styleConfidence, ...(withLetters ? { letters } : {}) }
}

function mapped<T, R>(values: Record<string, T> | null, change: (value: T) => R): Record<string, R> | null {
  return values && Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))
}
