import { type FocusLevel, type McpProfile, profileName } from '../profiles.ts'
import { runQueryForOne } from '../queries.ts'
import type { McpRequestContext } from '../request-context.ts'

/** The data about people in prompts. It has no addresses, times or provenance. */

/** All scores of one person. */
export function fullProfileData(person: McpProfile) {
  return {
    ...identity(person),
    ...results(person),
    rank90: person.core?.rank90,
    disc: discOf(person, true),
    focus: person.focus,
  }
}

/**
 * One of two people in a comparison. DISC letters are left out, because they can't be compared between people. Facets
 * are less precise than traits, so they have a level only.
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

/** A member of a team: the style, the five trait levels and the leading values. */
export function teamMemberData(person: McpProfile) {
  return {
    ...identity(person),
    ...results(person),
    disc: discOf(person, false),
    focus: mapped(person.focus, ({ level }: FocusLevel) => level),
  }
}

/** The stored debrief, or null. Reading generates none. */
export async function readStoredDebrief(context: McpRequestContext, profileId: string) {
  const debrief = await runQueryForOne<Debrief>(context, 'get_debrief', { profileId })
  return debrief ? { content: debrief.content, locale: debrief.locale, stale: debrief.stale } : null
}

type Debrief = { content: string; locale: string; stale: boolean }

function identity(person: McpProfile) {
  const { id, isCompleted, completedAssessments } = person
  return { id, name: profileName(person), isCompleted, completedAssessments }
}

function results({ quality, core }: McpProfile) {
  if (!core) return { quality: quality?.outcome ?? null, core }
  const { rank90, ...places } = core
  return { quality: quality?.outcome ?? null, core: places }
}

function discOf({ disc, scoring }: McpProfile, withLetters: boolean) {
  if (!disc) return null
  const { style, styleIsTied, ...letters } = disc
  const styleConfidence = scoring?.confidence?.disc?.style ?? null
  return { style, styleConfidence, ...(withLetters ? { letters, styleIsTied } : {}) }
}

function mapped<T, R>(values: Record<string, T> | null, change: (value: T) => R): Record<string, R> | null {
  return values && Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))
}
