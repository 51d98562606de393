import type { Table } from './figure.ts'
import type { Reading, TraitReading } from './reading.ts'

/** Headings of the table of levels; `band` is for the T scores between which the true score probably is. */
export type LevelTableWords = { summary: string; scale: string; score: string; level: string; band: string }

/** Every trait followed by its facets: percentile, level word, and the band of one standard error in T points. */
export function levelRows(
  traits: readonly TraitReading[],
  words: LevelTableWords,
  /** The heading of a last column with percentiles of the account's own norm. */
  localHead?: string,
): Table {
  const row = (reading: Reading) => [
    ...general(reading),
    ...(localHead === undefined ? [] : [local(reading)]),
  ]
  return {
    summary: words.summary,
    columns: [
      ...[words.scale, words.score, words.level, words.band],
      ...(localHead === undefined ? [] : [localHead]),
    ],
    rows: traits.flatMap((trait) => [row(trait), ...trait.facets.map(row)]),
  }
}

function general({ label, score, levelWord, t, sem }: Reading): string[] {
  return [label, String(Math.round(score)), levelWord, `${Math.round(t - sem)}–${Math.round(t + sem)}`]
}

function local({ localScore }: Reading): string {
  return localScore === undefined ? '–' : String(Math.round(localScore))
}
