import { type FocusLevel, nameOf, type Person } from '../people.ts'
import { readOne } from '../reading.ts'
import type { Visit } from '../visit.ts'

/** What prompts show of people. It is less than a profile: no address, no times, no provenance. */

/** One person with everything that the scores say. */
export function wholePerson(person: Person) {
  return { ...identity(person), ...results(person), disc: discOf(person, true), focus: person.focus }
}

/**
 * One of two people who are compared. The four letters are left out, for they must not be held against another
 * person's; facets, which are less exact than traits, have their level alone.
 */
export function comparedPerson(person: Person) {
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
export function memberOf(person: Person) {
  return {
    ...identity(person),
    ...results(person),
    disc: discOf(person, false),
    focus: mapped(person.focus, ({ level }: FocusLevel) => level),
  }
}

/** The debrief that is stored; null where there is none. Nothing is written by looking. */
export async function storedDebrief(visit: Visit, profileId: string) {
  const found = await readOne<Debrief>(visit, 'get_debrief', { profileId })
  return found ? { content: found.content, locale: found.locale, stale: found.stale } : null
}

type Debrief = { content: string; locale: string; stale: boolean }

function identity(person: Person) {
  const { id, isCompleted, completedAssessments } = person
  return { id, name: nameOf(person), isCompleted, completedAssessments }
}

function results({ quality, core }: Person) {
  return { quality: quality?.outcome ?? null, core }
}

function discOf({ disc, scoring }: Person, withLetters: boolean) {
  if (!disc) return null
  const { style, ...letters } = disc
  const styleConfidence = scoring?.confidence?.disc?.style ?? null
  return { style, styleConfidence, ...(withLetters ? { letters } : {}) }
}

function mapped<T, R>(values: Record<string, T> | null, change: (value: T) => R): Record<string, R> | null {
  return values && Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))
}
