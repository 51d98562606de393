import { at, escapeMarkup } from './markup.ts'
import { tOf } from './percentile.ts'
import { type Level, levelClass } from './reading.ts'
import { gapShare, reach } from './strokes.ts'

/** Focus results as stored in a profile: percentiles and levels by trait and facet. */
export type ToneScores = Readonly<
  Record<
    string,
    { readonly facets: Readonly<Record<string, { readonly score: number; readonly level: Level }>> }
  >
>

/**
 * `title`: the text alternative; without it the drawing is hidden from assistive technology, as next to the same data
 * in words. `width`: 204 px in a list, 128 on a phone.
 */
export type SmallToneOptions = { title?: string; width?: 204 | 128 }

/**
 * The tone next to a name, 36 px high: thirty strokes without halos and words. Like the large one it has a fixed order
 * and does not mirror in RTL: people recognize it by its shape.
 */
export function smallTone(scores: ToneScores, options: SmallToneOptions = {}): string {
  const { width, weight } = frame(options)
  const unit = (middle - weight / 2) / reach
  const marks = toneOrder
    .flatMap(({ trait, facets }) => facets.map((facet) => scores[trait]?.facets[facet]))
    .map((scale, index) => {
      if (!scale) return ''
      const length = Math.min(reach, Math.abs(tOf(scale.score) - 50)) * unit
      const top = scale.score < 50 ? middle : middle - length
      return mark(levelClass(scale.level), { x: xOf(index, width), top, length, weight })
    })
  return (
    `${open('tone-small', options)}<line class="tone-baseline" x1="0" x2="${width}" y1="${middle}" y2="${middle}"/>` +
    `<g class="tone-strokes">${marks.join('')}</g></svg>`
  )
}

/**
 *
 * The placeholder of a future tone: thirty ticks of 6 px in the positions of its strokes, filling from the left. The
 * next tick to be filled is taller, except before the start and at the end.
 * @param share how much has been answered, from 0 to 1
 *
 */
export function fillingTone(share: number, options: SmallToneOptions = {}): string {
  const { width } = frame(options)
  const done = share >= 1 ? count : Math.floor(Math.max(0, share) * count)
  const current = share > 0 && share < 1 ? done : -1
  const marks = Array.from({ length: count }, (_, index) => {
    const x = xOf(index, width)
    if (index === current) return mark('filling-current', { x, top: middle - 7, length: 14, weight: 2 })
    return mark(index < done ? 'filling-done' : 'filling-ahead', {
      x,
      top: middle - 3,
      length: 6,
      weight: 1.5,
    })
  })
  return `${open('tone-small tone-filling', options)}${marks.join('')}</svg>`
}

/** The order of the strokes: five traits of six facets, the same everywhere. */
export const toneOrder = [
  {
    trait: 'flexibility',
    facets: [
      ...['creativity', 'aestheticAppreciation', 'emotionalAwareness', 'innovativeness'],
      ...['intellectualCuriosity', 'openMindedness'],
    ],
  },
  {
    trait: 'organization',
    facets: ['selfBelief', 'systemization', 'responsibility', 'goalOriented', 'discipline', 'prudence'],
  },
  {
    trait: 'communication',
    facets: ['friendliness', 'sociability', 'leadership', 'vigor', 'adventureSeeking', 'cheerfulness'],
  },
  {
    trait: 'understanding',
    facets: ['trust', 'integrity', 'generosity', 'teamwork', 'humility', 'compassion'],
  },
  {
    trait: 'stability',
    facets: ['composure', 'temperance', 'optimism', 'confidence', 'selfControl', 'resilience'],
  },
] as const satisfies readonly { trait: string; facets: readonly string[] }[]

const count = 30
const height = 36
const middle = height / 2

function frame({ width = 204 }: SmallToneOptions): { width: number; weight: number } {
  return { width, weight: width === 204 ? 3 : 2 }
}

/** The middle of a stroke in px, with the gaps between traits. */
function xOf(index: number, width: number): number {
  const gap = width * gapShare
  return Math.floor(index / 6) * gap + (index + 0.5) * ((width - 4 * gap) / count)
}

function open(kind: string, options: SmallToneOptions): string {
  const { width } = frame(options)
  const voice = options.title === undefined ? 'aria-hidden="true"' : 'role="img"'
  const title = options.title === undefined ? '' : `<title>${escapeMarkup(options.title)}</title>`
  return (
    `<svg class="tone ${kind}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" ${voice} ` +
    `focusable="false">${title}`
  )
}

type Bar = { x: number; top: number; length: number; weight: number }

function mark(classes: string, bar: Bar): string {
  const { x, top, length, weight } = bar
  return (
    `<rect class="${classes}" x="${at(x - weight / 2)}" y="${at(top)}" width="${weight}" ` +
    `height="${at(Math.max(0.5, length))}"/>`
  )
}
