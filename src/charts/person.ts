import type { LetterScores } from './dial.ts'
import type { Level } from './reading.ts'

/** One person of a team for the charts: initials and available results. */
export type TeamPerson = {
  id: string
  /** The name, or a placeholder if it is unknown. */
  name: string
  initials: string
  disc: (LetterScores & { style: string }) | null
}

/** A score of one person on a scale: `t` and `sem` in T points, `score` a percentile, the level in the reader's words. */
export type PersonScore = { t: number; sem: number; score: number; level: Level; levelWord: string }
