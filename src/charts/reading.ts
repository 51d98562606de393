/** Level of a Focus scale, as the API spells it. */
export type Level = 'veryLow' | 'low' | 'baseline' | 'high' | 'veryHigh'

/** One Focus scale, ready to draw: `t` and `sem` in T points, `score` a percentile, words in the reader's language. */
export type Reading = {
  key: string
  label: string
  t: number
  sem: number
  score: number
  level: Level
  levelWord: string
  /** What a high and a low score mean, a sentence each. */
  meaning?: { high: string; low: string }
  /** The percentile within the reader's account, if it has its own norm. */
  localScore?: number
}

/** A trait with its six facets in the order of the instrument. */
export type TraitReading = Reading & { facets: readonly Reading[] }

/** The class of a level's color, so that CSS decides it for dark mode, print and brands. */
export function levelClass(level: Level): string {
  return `level-${level.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}
