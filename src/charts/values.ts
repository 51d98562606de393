import { figure } from './figure.ts'
import { at, clamp, escapeMarkup } from './markup.ts'

/** One Core value: its utility with its standard error, and the words that name and explain it. */
export type ValueReading = { key: string; label: string; note: string; utility: number; se: number }

export type ValuesWords = {
  /** BCP 47, for the numbers in the table. */
  languageTag: string
  title: string
  less: string
  more: string
  table: { summary: string; rank: string; value: string; utility: string; error: string }
}

/**
 * All values from first to last on one shared axis, each with a halo of one standard error. The first five are large; a
 * line next to the numerals joins neighbors that are too close to call.
 */
export function values(
  ranked: readonly ValueReading[],
  close: readonly (readonly [string, string])[],
  words: ValuesWords,
): string {
  const axis = sharedAxis(ranked)
  const decimal = new Intl.NumberFormat(words.languageTag, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
  const rows = ranked.map((value, index) => row(value, index, joins(ranked, close, index), axis)).join('')
  return figure({
    kind: 'values',
    title: words.title,
    titlePlace: 'above',
    drawing:
      `<div class="values-ends" aria-hidden="true"><span>${escapeMarkup(words.less)}</span>` +
      `<span>${escapeMarkup(words.more)}</span></div><ol class="values">${rows}</ol>`,
    table: {
      summary: words.table.summary,
      columns: [words.table.value, words.table.rank, words.table.utility, words.table.error],
      rows: ranked.map(({ label, utility, se }, index) => [
        label,
        String(index + 1),
        decimal.format(utility),
        decimal.format(se),
      ]),
    },
  })
}

type Axis = { low: number; high: number }

/** From the lowest to the highest end of a halo, with a twentieth of free space on each side. */
function sharedAxis(ranked: readonly ValueReading[]): Axis {
  const low = Math.min(...ranked.map(({ utility, se }) => utility - se))
  const high = Math.max(...ranked.map(({ utility, se }) => utility + se))
  const padding = (high - low) / 18 || 1
  return { low: low - padding, high: high + padding }
}

function row(value: ValueReading, index: number, joined: string, axis: Axis): string {
  const leading = index < 5
  const size = leading ? `value value-${index + 1}` : 'value value-rest'
  const note = leading ? `<span class="value-note">${escapeMarkup(value.note)}</span>` : ''
  return (
    `<li class="${size}${joined}"><span class="value-rank">${index + 1}</span>` +
    `<span class="value-words"><span class="value-label">${escapeMarkup(value.label)}</span>${note}</span>` +
    `<span class="value-axis">${dot(value, axis, leading)}</span></li>`
  )
}

function dot({ utility, se }: ValueReading, { low, high }: Axis, leading: boolean): string {
  const place = (u: number) => clamp(0, 100, ((u - low) / (high - low)) * 100)
  const from = place(utility - se)
  const [height, radius] = leading ? [16, 4] : [12, 2.5]
  const tone = leading ? 'value-mark' : 'value-mark-rest'
  return (
    '<svg class="track" width="100%" height="24" aria-hidden="true" focusable="false">' +
    '<line class="line" x1="0%" x2="100%" y1="12" y2="12"/>' +
    `<rect class="halo ${tone}" x="${at(from)}%" y="${12 - height / 2}" width="${at(place(utility + se) - from)}%" ` +
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
