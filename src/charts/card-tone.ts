import { at, escapeMarkup } from './markup.ts'
import { type Level, levelClass, type TraitReading } from './reading.ts'
import { strokes } from './strokes.ts'
import { narrowNames, phone, type ToneFrame, toneDrawing } from './tone.ts'

const frame = { width: 640, height: 264, midline: 132, unit: 4.7, weight: 6, halo: 13 }

/** The same with room above and below the strokes for names. */
const named = { ...frame, height: 316, midline: 158 }

/** Below the strokes: two rows of trait names, so that each has room on a phone. */
const rows = { wide: { first: 26, second: 26 }, phone: { first: 20, second: 37 } }

/**
 * The tone of a card: names of the extremes and of the five traits, and no numbers or table. Two drawings of the same
 * data, of which CSS shows the one that fits. `picture` is their text alternative.
 */
export function namedTone(traits: readonly TraitReading[], picture: string): string {
  return (
    cardDrawing(traits, picture, { kind: 'tone-card-wide', frame: named, size: 14, below: rows.wide }) +
    cardDrawing(traits, picture, { kind: 'tone-card-phone', frame: phone, size: 12, below: rows.phone })
  )
}

type CardDrawing = { kind: string; frame: ToneFrame; size: number; below: { first: number; second: number } }

function cardDrawing(
  traits: readonly TraitReading[],
  picture: string,
  { kind, frame, size, below }: CardDrawing,
): string {
  const all = strokes(traits, frame.width)
  const height = frame.height + below.second + 5
  const words = traits
    .map(({ key, label }, index) => {
      const own = all.filter(({ trait }) => trait === key)
      const middle = own.reduce((sum, { x }) => sum + x, 0) / Math.max(1, own.length)
      const [x, anchor] =
        index === 0 ? [0, 'start'] : index === traits.length - 1 ? [frame.width, 'end'] : [middle, 'middle']
      const baseline = frame.height + (index % 2 === 0 ? below.first : below.second)
      return `<text class="tone-trait" x="${at(x)}" y="${baseline}" text-anchor="${anchor}">${escapeMarkup(label)}</text>`
    })
    .join('')
  return (
    `<svg class="tone tone-card ${kind}" viewBox="0 0 ${frame.width} ${height}" width="${frame.width}" ` +
    `height="${height}" role="img" focusable="false"><title>${escapeMarkup(picture)}</title>` +
    `${toneDrawing(traits, frame)}${narrowNames(traits, frame, size)}${words}</svg>`
  )
}

/** Width and height of the picture for previews of links, in pixels. */
export const previewSize = { width: 1200, height: 630 }

/**
 * The tone and the mark as a complete SVG document, for programs without our style sheet. It has no text, because a
 * server may have no fonts.
 */
export function tonePreview(traits: readonly TraitReading[]): string {
  const { width, height } = previewSize
  const drawn = { width: 1000, height: 413 }
  const left = (width - drawn.width) / 2
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">` +
    `<style>${previewStyles}</style><rect class="paper" width="${width}" height="${height}"/>` +
    `<svg x="${left}" y="84" width="${drawn.width}" height="${drawn.height}" viewBox="0 0 ${frame.width} ${frame.height}">` +
    `${toneDrawing(traits, frame)}</svg>` +
    `<path class="mark" transform="translate(${left} 540) scale(1.8)" d="${mark}"/></svg>`
  )
}

/** Five strokes around a line, 20 high. */
const mark = 'M2 7v8M6.5 2.5v14M11 8v13M15.5 3.5v12M20 8v6'

/** The tokens of the light theme. */
const levelColors: Record<Level, string> = {
  veryLow: '#175a6c',
  low: '#467f90',
  baseline: '#737e77',
  high: '#a6558f',
  veryHigh: '#6b2a5e',
}

const previewStyles =
  Object.entries(levelColors)
    .map(([level, color]) => `.${levelClass(level as Level)}{fill:${color}}`)
    .join('') +
  '.paper{fill:#f5f7f4}.well{fill:#e9ede8}.halo{fill-opacity:.18}.tone-baseline{stroke:#17201b}' +
  '.dotted{fill:none;stroke:#7b857d;stroke-dasharray:1 4;stroke-opacity:.7}' +
  '.mark{fill:none;stroke:#17201b;stroke-width:2;stroke-linecap:round}'
