/** Level of a Focus scale, as the API spells it. */
export type Level = 'veryLow' | 'low' | 'baseline' | 'high' | 'veryHigh'

/** One Focus scale, ready to be drawn: `t` and `sem` in T points, `score` a percentile, words in the reader's language. */
export type Reading = {
  key: string
  label: string
  t: number
  sem: number
  score: number
  level: Level
  levelWord: string
  /** The percentile among the people of the reader's account, where it has a norm of its own. */
  localScore?: number
}

/** A trait with its six facets in the order of the instrument. */
export type TraitReading = Reading & { facets: readonly Reading[] }

/** Class that carries a level's colour, so that dark mode, print and a brand decide it in CSS. */
export function levelClass(level: Level): string {
  return `level-${level.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}
