import type { Level, Reading, TraitReading } from './reading.ts'

/** A person for the tests of this folder: five traits of six facets, with T rising by two from 21 to 79. */
export function sampleTraits(change: Partial<Reading> = {}): TraitReading[] {
  return Array.from({ length: 5 }, (_, trait) => ({
    ...sampleReading(`trait${trait}`, 30 + 10 * trait, 3.6, change),
    facets: Array.from({ length: 6 }, (_, facet) =>
      sampleReading(`facet${trait}${facet}`, 21 + 2 * (trait * 6 + facet), 5.3, change),
    ),
  }))
}

/** One scale at a T score, with the level for it. */
export function sampleReading(key: string, t: number, sem: number, change: Partial<Reading> = {}): Reading {
  const level = levels[[35, 45, 55.001, 65.001].filter((cut) => t >= cut).length] ?? 'baseline'
  return { key, label: `Label ${key}`, t, sem, score: 50, level, levelWord: level, ...change }
}

const levels: readonly Level[] = ['veryLow', 'low', 'baseline', 'high', 'veryHigh']
const levelNames = {
  veryLow: 'Very low',
  low: 'Low',
  baseline: 'Baseline',
  high: 'High',
  veryHigh: 'Very high',
}
const table = { summary: 'As a table', scale: 'Scale', score: 'Score', level: 'Level', band: 'Range' }

/** Texts for every figure. */
export const sampleWords = {
  tone: {
    languageTag: 'de',
    picture: 'A tone.',
    title: 'Your tone.',
    levels: levelNames,
    table,
  },
  focus: {
    title: 'Focus.',
    levels: levelNames,
    key: { stroke: 'Score', halo: 'Error', well: 'Baseline', tick: 'Cut' },
    table,
  },
  disc: {
    picture: 'A wheel.',
    title: 'D, with some I.',
    note: 'Half the time.',
    names: { d: 'Dominance', i: 'Influence', s: 'Steadiness', c: 'Conscientiousness' },
    table: { summary: 'As a table', letter: 'Letter', value: 'Value' },
  },
  values: {
    languageTag: 'de',
    title: 'Freedom leads.',
    less: 'less',
    more: 'more',
    table: {
      summary: 'As a table',
      rank: 'Place',
      range: 'Mögliche Plätze',
      value: 'Value',
      utility: 'Weight',
      error: 'Error',
    },
  },
  ranked: ['freedom', 'achievement', 'influence', 'adventure', 'wisdom', 'care', 'wealth'].map(
    (key, index) => ({
      key,
      label: `Label ${key}`,
      note: `Note ${key}`,
      utility: 2 - index * 0.5,
      se: 0.25,
    }),
  ),
}
