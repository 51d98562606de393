import { axis, axisPosition } from './axis.ts'
import { figure } from './figure.ts'
import { at } from './markup.ts'
import { type Level, levelClass } from './reading.ts'
import { tSteps } from './team-grid.ts'
import { spreadRow } from './trait-spread.ts'

/** One trait of a large team: percentiles, how far apart the team is in words, and people by level and by step of T. */
export type TraitCounts = {
  label: string
  lowest: number
  median: number
  highest: number
  words: string
  levels: Readonly<Record<Level, number>>
  steps: readonly number[]
}

export type TraitDensityWords = {
  /** BCP 47, for the numbers in the table. */
  languageTag: string
  title: string
  table: { summary: string; scale: string; lowest: string; median: string; highest: string; spread: string }
  /** The levels in the reader's words. */
  levels: Readonly<Record<Level, string>>
}

/**
 * A strip for each trait on the common axis with a bar for each step of T, as tall as the share of people in it; the
 * tallest of all strips fills its own. The tall stroke is the median. The table has how many people are at each level.
 */
export function traitDensity(traits: readonly TraitCounts[], words: TraitDensityWords): string {
  const { summary, scale, lowest, median, highest, spread } = words.table
  const number = new Intl.NumberFormat(words.languageTag)
  const most = Math.max(...traits.flatMap(sharesOf))
  return figure({
    kind: 'trait-spread',
    title: words.title,
    titlePlace: 'above',
    drawing: `<ul class="spread-rows">${traits.map((one) => spreadRow(one, strip(one, most))).join('')}</ul>`,
    table: {
      summary,
      columns: [scale, lowest, median, highest, spread, ...levels.map((level) => words.levels[level])],
      rows: traits.map((trait) => [
        trait.label,
        ...[trait.lowest, trait.median, trait.highest].map(whole),
        trait.words,
        ...levels.map((level) => number.format(trait.levels[level])),
      ]),
    },
  })
}

const levels: readonly Level[] = ['veryLow', 'low', 'baseline', 'high', 'veryHigh']

function sharesOf({ steps }: TraitCounts): number[] {
  const total = Math.max(
    1,
    steps.reduce((sum, count) => sum + count, 0),
  )
  return steps.map((count) => count / total)
}

function strip(trait: TraitCounts, most: number): string {
  const bars = sharesOf(trait).map((share, step) => {
    const height = (tallest * share) / most
    const t = tSteps.from + (step + 0.5) * tSteps.size
    return share === 0
      ? ''
      : `<rect class="${levelClass(levelAt(t))}" x="${at(axisPosition(t) - width / 2)}%" y="${at(100 - height)}%" ` +
          `width="${width}%" height="${at(height)}%"/>`
  })
  const median = `<rect class="spread-median" x="${at(axisPosition(medianT(trait.steps)))}%" y="0" width="3" height="100%" transform="translate(-1.5 0)"/>`
  return (
    '<svg class="track" width="100%" height="44" aria-hidden="true" focusable="false">' +
    '<rect class="well" x="40%" width="20%" height="100%"/>' +
    `${bars.join('')}<line class="line" x1="0%" x2="100%" y1="100%" y2="100%"/>${median}</svg>`
  )
}

/** In percent of the strip: room above the tallest bar, and a gap between two. */
const tallest = 92
const width = 4.6

/** Where half of the people are below, as if those of a step were evenly spread over it. */
function medianT(steps: readonly number[]): number {
  const half = steps.reduce((sum, count) => sum + count, 0) / 2
  let before = 0
  for (const [step, count] of steps.entries()) {
    if (count > 0 && before + count >= half)
      return tSteps.from + (step + (half - before) / count) * tSteps.size
    before += count
  }
  return axis.middle
}

/** The level of every T score within a step, whose ends are those of levels. */
function levelAt(t: number): Level {
  return t < 35 ? 'veryLow' : t < 45 ? 'low' : t < 55 ? 'baseline' : t < 65 ? 'high' : 'veryHigh'
}

function whole(score: number): string {
  return String(Math.round(score))
}
