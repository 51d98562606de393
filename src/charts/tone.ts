import { axis } from './axis.ts'
import { type ExtremeLabel, nameExtremes } from './extremes.ts'
import { figure } from './figure.ts'
import { pair } from './formats.ts'
import { at, escapeMarkup } from './markup.ts'
import { type Level, levelClass, type TraitReading } from './reading.ts'
import { type Stroke, strokes } from './strokes.ts'
import { type LevelTableWords, levelRows } from './table.ts'

export type ToneWords = {
  /** BCP 47, for numbers and what is between them. */
  languageTag: string
  /** Text alternative of the drawing. */
  picture: string
  /** Sentence below the drawing. */
  title: string
  levels: Record<Level, string>
  table: LevelTableWords
}

/**
 * The tone: thirty strokes in fixed order around one baseline, with named extremes, and the traits below. The figure
 * contains two drawings of the same data, 1120 × 400 and 350 × 226, and CSS shows the one that fits. The narrow one has no
 * words but the names of extremes, and comes with a list of the five traits. A tone does not mirror in RTL: people recognize it by its shape.
 */
export function tone(traits: readonly TraitReading[], words: ToneWords): string {
  // The radio buttons are a group of the same name: screen readers need not say it twice.
  const title = hasMeanings(traits) ? undefined : words.picture
  return figure({
    kind: 'tone',
    title: words.title,
    titlePlace: 'below',
    drawing: `<div class="tone-frame">${wide(traits, words, title)}${narrow(traits, title)}${facts(traits, words)}</div>`,
    table: levelRows(traits, words.table),
  })
}

/**
 * A radio button over each stroke, with what it shows: name, score, level and meaning. Pointing at it, tapping it or
 * moving to it with the arrow keys shows the words, without a script. None without meanings.
 */
function facts(traits: readonly TraitReading[], { languageTag, levels, picture }: ToneWords): string {
  if (!hasMeanings(traits)) return ''
  const groups = traits.map(({ facets }) => {
    const all = facets.map(({ key, label, score, levelWord, meaning }) => {
      const value = escapeMarkup(pair(languageTag, String(Math.round(score)), levelWord))
      const texts = meaning ? [`${levels.high}: ${meaning.high}`, `${levels.low}: ${meaning.low}`] : []
      // The name has the label and the score already, so only the meaning describes it.
      const ids = texts.map((_, index) => `tone-${key}-${index}`)
      const lines = texts
        .map((text, index) => `<span id="${ids[index]}">${escapeMarkup(text)}</span>`)
        .join('')
      return (
        `<label class="tone-fact"><input type="radio" name="tone-fact" aria-describedby="${ids.join(' ')}" ` +
        `aria-label="${escapeMarkup(label)}: ${value}"><span class="tone-words">` +
        `<b>${escapeMarkup(label)}</b><span>${value}</span>${lines}</span></label>`
      )
    })
    return `<div>${all.join('')}</div>`
  })
  return `<fieldset class="tone-facts"><legend class="out-of-sight">${escapeMarkup(picture)}</legend>${groups.join('')}</fieldset>`
}

/** A drawing without words, in a frame of its own. */
export function toneDrawing(traits: readonly TraitReading[], frame: ToneFrame): string {
  return ground(frame, frame.width) + draw(strokes(traits, frame.width), frame)
}

function hasMeanings(traits: readonly TraitReading[]): boolean {
  return traits.some(({ facets }) => facets.some(({ meaning }) => meaning))
}

export type ToneFrame = {
  width: number
  height: number
  midline: number
  unit: number
  weight: number
  halo: number
}

const large: ToneFrame = { width: 1120, height: 400, midline: 160, unit: 4.9, weight: 6, halo: 15 }
/** With room above and below for one line of names. */
export const phone: ToneFrame = { width: 350, height: 226, midline: 113, unit: 3.37, weight: 3.5, halo: 8 }
/** Space on the right of the large tone for the five level words. */
const wordsRoom = 78

function wide(traits: readonly TraitReading[], words: ToneWords, title: string | undefined): string {
  const width = large.width - wordsRoom
  const all = strokes(traits, width)
  return (
    open('tone-wide', large, title) +
    ground(large, width) +
    draw(all, large) +
    names(all, width) +
    levels(words.levels) +
    captions(traits, all, words) +
    '</svg>'
  )
}

function narrow(traits: readonly TraitReading[], title: string | undefined): string {
  const rows = traits
    .map(
      (trait) =>
        `<li><span class="tone-trait">${escapeMarkup(trait.label)}</span><span class="tone-level">` +
        `${escapeMarkup(trait.levelWord)}</span><span class="tone-score">${Math.round(trait.score)}</span></li>`,
    )
    .join('')
  return (
    `<div class="tone-narrow">${open('tone-phone', phone, title)}${ground(phone, phone.width)}` +
    `${draw(strokes(traits, phone.width), phone)}${narrowNames(traits, phone, 12)}</svg><ul class="tone-traits">${rows}</ul></div>`
  )
}

function open(kind: string, { width, height }: ToneFrame, title: string | undefined): string {
  const voice = title === undefined ? 'aria-hidden="true"' : 'role="img"'
  return (
    `<svg class="tone ${kind}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" ${voice} ` +
    `focusable="false">${title === undefined ? '' : `<title>${escapeMarkup(title)}</title>`}`
  )
}

/** The well between T 45 and 55, dotted lines at 35 and 65, and the baseline. */
function ground(frame: ToneFrame, width: number): string {
  const dotted = [65, 35].map(
    (t) => `<line class="dotted" x1="0" x2="${width}" y1="${y(frame, t)}" y2="${y(frame, t)}"/>`,
  )
  return (
    `<rect class="well" x="0" y="${y(frame, 55)}" width="${width}" height="${at(10 * frame.unit)}"/>${dotted.join('')}` +
    `<line class="tone-baseline" x1="0" x2="${width}" y1="${frame.midline}" y2="${frame.midline}"/>`
  )
}

function draw(all: readonly Stroke[], frame: ToneFrame): string {
  const halos = frame.halo === 0 ? '' : `<g>${all.map((stroke) => halo(stroke, frame)).join('')}</g>`
  return `${halos}<g class="tone-strokes">${all.map((stroke) => line(stroke, frame)).join('')}</g>`
}

/** Flat at the baseline and round at the tip, which is exactly at the score. */
function line({ x, t, level }: Stroke, { midline, unit, weight }: ToneFrame): string {
  const half = weight / 2
  const length = Math.abs(t - axis.middle) * unit
  const sign = t < axis.middle ? 1 : -1
  const corner = Math.min(half, length)
  const shoulder = midline + sign * (length - corner)
  const sweep = sign < 0 ? 1 : 0
  return (
    `<path class="tone-stroke ${levelClass(level)}" d="M${at(x - half)} ${midline}V${at(shoulder)}` +
    `A${half} ${at(corner)} 0 0 ${sweep} ${at(x + half)} ${at(shoulder)}V${midline}Z"/>`
  )
}

function halo({ x, from, to, level }: Stroke, frame: ToneFrame): string {
  const top = frame.midline - (to - axis.middle) * frame.unit
  return (
    `<rect class="halo ${levelClass(level)}" x="${at(x - frame.halo / 2)}" y="${at(top)}" width="${frame.halo}" ` +
    `height="${at((to - from) * frame.unit)}" rx="${frame.halo / 2}"/>`
  )
}

/** The names of extremes in a narrow drawing, which must have room for a line above and below. `size` is in its own px. */
export function narrowNames(traits: readonly TraitReading[], frame: ToneFrame, size: number): string {
  const named = nameExtremes(strokes(traits, frame.width), frame.width, { size, apart: 0 })
  return drawNames(named, frame, { above: -size / 2, below: size + 3 })
}

function names(all: readonly Stroke[], width: number): string {
  return drawNames(nameExtremes(all, width), large, { above: -10, below: 21 })
}

function drawNames(
  named: readonly ExtremeLabel[],
  frame: ToneFrame,
  gap: { above: number; below: number },
): string {
  return named
    .map(({ x, edge, up, label }) => {
      const baseline = Number(y(frame, edge)) + (up ? gap.above : gap.below)
      return `<text class="tone-name" x="${at(x)}" y="${at(baseline)}" text-anchor="middle">${escapeMarkup(label)}</text>`
    })
    .join('')
}

function levels(words: Record<Level, string>): string {
  const heights: [Level, number][] = [
    ['veryHigh', 70],
    ['high', 60],
    ['baseline', 50],
    ['low', 40],
    ['veryLow', 30],
  ]
  const x = large.width - wordsRoom + 16
  return heights
    .map(
      ([level, t]) =>
        `<text class="tone-word" x="${x}" y="${at(Number(y(large, t)) + 4.5)}">${escapeMarkup(words[level])}</text>`,
    )
    .join('')
}

function captions(
  traits: readonly TraitReading[],
  all: readonly Stroke[],
  { languageTag }: ToneWords,
): string {
  return traits
    .map((trait) => {
      const own = all.filter((stroke) => stroke.trait === trait.key)
      const middle = at(own.reduce((sum, stroke) => sum + stroke.x, 0) / Math.max(1, own.length))
      return (
        `<text class="tone-trait" x="${middle}" y="362" text-anchor="middle">${escapeMarkup(trait.label)}</text>` +
        `<text class="tone-word" x="${middle}" y="386" text-anchor="middle">` +
        `${escapeMarkup(pair(languageTag, trait.levelWord, String(Math.round(trait.score))))}</text>`
      )
    })
    .join('')
}

function y(frame: ToneFrame, t: number): string {
  return at(frame.midline - (t - axis.middle) * frame.unit)
}
