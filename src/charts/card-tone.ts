import { escapeMarkup } from './markup.ts'
import { type Level, levelClass, type TraitReading } from './reading.ts'
import { toneDrawing } from './tone.ts'

const frame = { width: 640, height: 264, midline: 132, unit: 4.7, weight: 6, halo: 13 }

/** The tone as a picture alone: no words, numbers or table. `picture` is its text alternative. */
export function plainTone(traits: readonly TraitReading[], picture: string): string {
  return (
    `<svg class="tone tone-plain" viewBox="0 0 ${frame.width} ${frame.height}" width="${frame.width}" ` +
    `height="${frame.height}" role="img" focusable="false"><title>${escapeMarkup(picture)}</title>` +
    `${toneDrawing(traits, frame)}</svg>`
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
