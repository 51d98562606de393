import type { LetterScores } from './dial.ts'
import type { Level } from './reading.ts'

/** One person of a team for the charts: initials and available results. */
export type TeamPerson = {
  id: string
  /** The name, or a placeholder if it is unknown. */
  name: string
  initials: string
  disc: (LetterScores & { style: string }) | null
  /** The page of the person, if the reader can open it: their marks then are links. */
  href?: string
}

/** A score of one person on a scale: `t` and `sem` in T points, `score` a percentile, the level in the reader's words. */
export type PersonScore = { t: number; sem: number; score: number; level: Level; levelWord: string }

/** The name of a link that shows initials: what is read out begins with what is seen (WCAG 2.5.3). */
export function linkName({ name, initials }: Pick<TeamPerson, 'name' | 'initials'>): string {
  return name === initials ? name : `${initials} ${name}`
}
