import { axis, axisPosition, band } from './axis.ts'
import { at, escapeMarkup } from './markup.ts'
import { levelClass, type Reading } from './reading.ts'

/**
 *
 * One Focus scale on its axis: a stroke from the baseline to the score, with a halo of one standard error.
 * Widths are percentages, so it fills its column; heights are px. CSS mirrors it in RTL.
 * @param title the text alternative of a track shown on its own; without it the track is hidden from assistive
 * technology, as next to its number and word
 *
 */
export function track(
  reading: Pick<Reading, 't' | 'sem' | 'level'>,
  { kind = 'facet', title }: { kind?: keyof typeof sizes; title?: string } = {},
): string {
  const { height, stroke, halo } = sizes[kind]
  const score = axisPosition(reading.t)
  const error = band(reading.t, reading.sem)
  const tone = levelClass(reading.level)
  const voice = title === undefined ? 'aria-hidden="true"' : 'role="img"'
  const name = title === undefined ? '' : `<title>${escapeMarkup(title)}</title>`
  return (
    `<svg class="track" width="100%" height="${height}" ${voice} focusable="false">${name}` +
    '<rect class="well" x="40%" width="20%" height="100%"/>' +
    '<line class="line" x1="0%" x2="100%" y1="50%" y2="50%"/>' +
    [20, 80].map((cut) => upright('tick', cut, 3.5)).join('') +
    lying(`halo ${tone}`, error.from, error.to, halo, halo / 2) +
    bar(tone, score, stroke) +
    `<line class="baseline" x1="${middle}%" x2="${middle}%" y1="0%" y2="100%"/></svg>`
  )
}

const sizes = {
  facet: { height: 29, stroke: 5, halo: 14 },
  trait: { height: 44, stroke: 8, halo: 20 },
  note: { height: 14, stroke: 3, halo: 8 },
} as const

const middle = axisPosition(axis.middle)

/** The stroke, round at the score and flat at the baseline: a pill with a square half stroke at the baseline. */
function bar(tone: string, score: number, stroke: number): string {
  const toLeft = score < middle
  const root =
    `<rect class="${tone}" x="${middle}%" y="50%" width="${stroke / 2}" height="${stroke}" ` +
    `transform="translate(${toLeft ? -stroke / 2 : 0} ${-stroke / 2})"/>`
  const pill = lying(tone, Math.min(score, middle), Math.max(score, middle), stroke, stroke / 2)
  return Math.abs(score - middle) < 0.5 ? '' : pill + root
}

function lying(classes: string, from: number, to: number, height: number, radius: number): string {
  return (
    `<rect class="${classes}" x="${at(from)}%" y="50%" width="${at(to - from)}%" height="${height}" ` +
    `rx="${radius}" transform="translate(0 ${-height / 2})"/>`
  )
}

function upright(classes: string, x: number, half: number): string {
  return `<rect class="${classes}" x="${x}%" y="50%" width="1" height="${half * 2}" transform="translate(0 ${-half})"/>`
}
