import { figure } from './figure.ts'
import { at, clamp, escapeMarkup } from './markup.ts'
import { levelClass, type Reading } from './reading.ts'

/** A scale of which only the percentile and the level are known. */
export type PercentileReading = Pick<Reading, 'label' | 'score' | 'level' | 'levelWord'>

export type PercentilesWords = {
  title: string
  table: { summary: string; scale: string; score: string; level: string }
}

/**
 * Scales by percentile, for data without T scores and errors: the same baseline, well and ticks as on a track, but on
 * an axis from 0 to 100 people in a hundred, and without a halo, whose width is unknown.
 */
export function percentiles(readings: readonly PercentileReading[], words: PercentilesWords): string {
  const rows = readings.map((reading) => `<li class="focus-row focus-trait">${cells(reading)}</li>`).join('')
  return figure({
    kind: 'percentiles',
    title: words.title,
    titlePlace: 'above',
    drawing: `<ul class="percentiles">${rows}</ul>`,
    table: {
      summary: words.table.summary,
      columns: [words.table.scale, words.table.score, words.table.level],
      rows: readings.map(({ label, score, levelWord }) => [label, whole(score), levelWord]),
    },
  })
}

function cells({ label, score, level, levelWord }: PercentileReading): string {
  return (
    `<span class="focus-label">${escapeMarkup(label)}</span>` +
    `<span class="focus-track">${percentileTrack({ score, level })}</span>` +
    `<span class="focus-score">${whole(score)}</span>` +
    `<span class="focus-level">${escapeMarkup(levelWord)}</span>`
  )
}

/**
 * The cuts between levels in percentiles: T 35, 45, 55 and 65 of a normal distribution. Scores are computed from T in
 * the same way, so that words and positions agree.
 */
const cuts = { veryLow: 6.68, low: 30.85, high: 69.15, veryHigh: 93.32 } as const

/**
 * The stroke from the middle, round at the score and flat at the baseline. Hidden from assistive technology, because
 * its number is next to it.
 */
function percentileTrack({ score, level }: Pick<PercentileReading, 'score' | 'level'>): string {
  const end = clamp(0, 100, score)
  const [from, width] = [Math.min(50, end), Math.abs(end - 50)]
  const tone = levelClass(level)
  const stroke =
    width < 0.5
      ? ''
      : `<rect class="${tone}" x="${at(from)}%" y="50%" width="${at(width)}%" height="8" rx="4" ` +
        'transform="translate(0 -4)"/>' +
        `<rect class="${tone}" x="50%" y="50%" width="4" height="8" transform="translate(${end < 50 ? -4 : 0} -4)"/>`
  const tick = (cut: number) =>
    `<rect class="tick" x="${cut}%" y="50%" width="1" height="7" transform="translate(0 -3.5)"/>`
  return (
    '<svg class="track" width="100%" height="44" aria-hidden="true" focusable="false">' +
    `<rect class="well" x="${cuts.low}%" width="${at(cuts.high - cuts.low)}%" height="100%"/>` +
    '<line class="line" x1="0%" x2="100%" y1="50%" y2="50%"/>' +
    `${tick(cuts.veryLow)}${tick(cuts.veryHigh)}${stroke}` +
    '<line class="baseline" x1="50%" x2="50%" y1="0%" y2="100%"/></svg>'
  )
}

function whole(score: number): string {
  return String(Math.round(score))
}
