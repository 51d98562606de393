import { figure } from './figure.ts'
import { at, clamp, escapeMarkup } from './markup.ts'

/**
 * One Core value: its utility with its standard error, the best and the worst place that it may well have (from scoring
 * 1.1.0 on), and the words that name and explain it.
 */
export type ValueReading = {
  key: string
  label: string
  note: string
  utility: number
  se: number
  places?: readonly [best: number, worst: number]
}

export type ValuesWords = {
  /** BCP 47, for the numbers in the table. */
  languageTag: string
  title: string
  less: string
  more: string
  table: { summary: string; rank: string; range: string; value: string; utility: string; error: string }
}

/**
 * All values from first to last on one shared axis, the first five large. The halo of each reaches as far as the values
 * whose places it may well have. Results without places have a halo of one standard error instead, and a line next to
 * the numerals that joins neighbors which are too close to call.
 */
export function values(
  ranked: readonly ValueReading[],
  close: readonly (readonly [string, string])[],
  words: ValuesWords,
): string {
  const halos = ranked.map((value) => haloOf(value, ranked))
  const axis = sharedAxis(halos)
  const hasPlaces = ranked.every(({ places }) => places)
  const decimal = new Intl.NumberFormat(words.languageTag, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
  const rows = ranked
    .map((value, index) => {
      const joined = hasPlaces ? '' : joins(ranked, close, index)
      return row(value, index, joined, dot(value, halos[index] as Halo, axis, index < leading))
    })
    .join('')
  return figure({
    kind: 'values',
    title: words.title,
    titlePlace: 'above',
    drawing:
      `<div class="values-ends" aria-hidden="true"><span>${escapeMarkup(words.less)}</span>` +
      `<span>${escapeMarkup(words.more)}</span></div><ol class="values">${rows}</ol>`,
    table: {
      summary: words.table.summary,
      columns: [
        words.table.value,
        words.table.rank,
        ...(hasPlaces ? [words.table.range] : []),
        words.table.utility,
        words.table.error,
      ],
      rows: ranked.map(({ label, utility, se, places }, index) => [
        label,
        String(index + 1),
        ...(places && hasPlaces ? [placesText(places)] : []),
        decimal.format(utility),
        decimal.format(se),
      ]),
    },
  })
}

type Axis = { low: number; high: number }
type Halo = Axis

const leading = 5

function placesText([best, worst]: readonly [number, number]): string {
  return best === worst ? String(best) : `${best}\u2013${worst}`
}

function haloOf({ utility, se, places }: ValueReading, ranked: readonly ValueReading[]): Halo {
  if (!places) return { low: utility - se, high: utility + se }
  const [best, worst] = places
  return { low: ranked[worst - 1]?.utility ?? utility, high: ranked[best - 1]?.utility ?? utility }
}

/** From the lowest to the highest end of a halo, with a twentieth of free space on each side. */
function sharedAxis(halos: readonly Halo[]): Axis {
  const low = Math.min(...halos.map((halo) => halo.low))
  const high = Math.max(...halos.map((halo) => halo.high))
  const padding = (high - low) / 18 || 1
  return { low: low - padding, high: high + padding }
}

function row(value: ValueReading, index: number, joined: string, mark: string): string {
  const isLeading = index < leading
  const size = isLeading ? `value value-${index + 1}` : 'value value-rest'
  const note = isLeading ? `<span class="value-note">${escapeMarkup(value.note)}</span>` : ''
  return (
    `<li class="${size}${joined}"><span class="value-rank">${index + 1}</span>` +
    `<span class="value-words"><span class="value-label">${escapeMarkup(value.label)}</span>${note}</span>` +
    `<span class="value-axis">${mark}</span></li>`
  )
}

function dot({ utility }: ValueReading, halo: Halo, { low, high }: Axis, isLeading: boolean): string {
  const place = (u: number) => clamp(0, 100, ((u - low) / (high - low)) * 100)
  const from = place(halo.low)
  const [height, radius] = isLeading ? [16, 4] : [12, 2.5]
  const tone = isLeading ? 'value-mark' : 'value-mark-rest'
  return (
    '<svg class="track" width="100%" height="24" aria-hidden="true" focusable="false">' +
    '<line class="line" x1="0%" x2="100%" y1="12" y2="12"/>' +
    `<rect class="halo ${tone}" x="${at(from)}%" y="${12 - height / 2}" width="${at(place(halo.high) - from)}%" ` +
    `height="${height}" rx="${height / 2}"/><circle class="${tone}" cx="${at(place(utility))}%" cy="12" r="${radius}"/></svg>`
  )
}

/** Classes that draw the joining line towards the row above, the row below, or both. */
function joins(
  ranked: readonly ValueReading[],
  close: readonly (readonly [string, string])[],
  index: number,
): string {
  const joinedTo = (other: number) => {
    const [one, two] = [ranked[index]?.key, ranked[other]?.key]
    return close.some((pair) => pair.includes(one ?? '') && pair.includes(two ?? '') && one !== two)
  }
  return (joinedTo(index - 1) ? ' joined-above' : '') + (joinedTo(index + 1) ? ' joined-below' : '')
}
