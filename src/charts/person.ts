import type { LetterScores } from './dial.ts'
import type { Level } from './reading.ts'

/** One person of a team as the charts take them: by initials, with the results that are there. */
export type TeamPerson = {
  id: string
  /** The name, or what stands for it where none is known. */
  name: string
  initials: string
  disc: (LetterScores & { style: string }) | null
}

/** A score of one person on a scale: `t` and `sem` in T points, `score` a percentile, the level in the reader's words. */
export type PersonScore = { t: number; sem: number; score: number; level: Level; levelWord: string }
