import { dial, type LetterKey, type LetterScores, letterKeys } from './dial.ts'
import { figure } from './figure.ts'
import { at, clamp, escapeMarkup } from './markup.ts'

export type DiscWords = {
  /** Text alternative of the wheel. */
  picture: string
  /** The finding, above the drawing. */
  title: string
  /** How reliable the result is. */
  note?: string
  names: Record<LetterKey, string>
  table: { summary: string; letter: string; value: string }
}

/**
 * The wheel with the four bars next to it: opposite letters cancel out in the middle of a wheel, bars distinguish them.
 */
export function disc(values: LetterScores, words: DiscWords): string {
  return figure({
    kind: 'disc',
    title: words.title,
    titlePlace: 'above',
    drawing: `<div class="disc-drawing">${dial(values, words.picture)}${discBars(values, words.names)}</div>`,
    ...(words.note === undefined ? {} : { note: words.note }),
    table: {
      summary: words.table.summary,
      columns: [words.table.letter, words.table.value],
      rows: letterKeys.map((letter) => [words.names[letter], String(Math.round(values[letter]))]),
    },
  })
}

/** Four bars from the midline 50 on an axis of 0 to 100. */
function discBars(values: LetterScores, names: Record<LetterKey, string>): string {
  const rows = letterKeys
    .map(
      (letter) =>
        `<li class="disc-row"><span class="disc-letter disc-${letter}">${letter.toUpperCase()}</span>` +
        `<span class="disc-name">${escapeMarkup(names[letter])}</span><span class="disc-track">${bar(letter, values[letter])}` +
        `</span><span class="disc-value">${Math.round(values[letter])}</span></li>`,
    )
    .join('')
  return `<ul class="disc-bars">${rows}</ul>`
}

function bar(letter: LetterKey, value: number): string {
  const end = clamp(0, 100, value)
  const from = Math.min(50, end)
  return (
    '<svg class="track" width="100%" height="24" aria-hidden="true" focusable="false">' +
    '<line class="line" x1="0%" x2="100%" y1="50%" y2="50%"/>' +
    `<rect class="disc-bar disc-${letter}" x="${at(from)}%" y="8.5" width="${at(Math.abs(end - 50))}%" height="7" rx="3.5"/>` +
    '<line class="midline" x1="50%" x2="50%" y1="0%" y2="100%"/></svg>'
  )
}
