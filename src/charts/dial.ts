import { at, escapeMarkup } from './markup.ts'

/** The four letters, 0..100, relative to the person's own mean of 50. */
export type LetterScores = Record<LetterKey, number>
export type LetterKey = 'd' | 'i' | 's' | 'c'

export const letterKeys: readonly LetterKey[] = ['d', 'i', 's', 'c']

/**
 *
 * The DISC wheel, 320 px: a point for the balance of the four letters, and a rim of rays whose length follows them.
 * @param title the text alternative of the drawing
 *
 */
export function dial(values: LetterScores, title: string): string {
  const { x, y } = point(values)
  return (
    '<svg class="dial" viewBox="0 0 320 320" width="320" height="320" role="img" focusable="false">' +
    `<title>${escapeMarkup(title)}</title>${rings()}${rim(values)}` +
    `<line class="dial-needle" x1="${center}" y1="${center}" x2="${at(x)}" y2="${at(y)}"/>` +
    `<circle class="dial-hub" cx="${center}" cy="${center}" r="2.5"/>` +
    `<circle class="halo dial-halo" cx="${at(x)}" cy="${at(y)}" r="${at(7 * pointSize)}"/>` +
    `<circle class="dial-point" cx="${at(x)}" cy="${at(y)}" r="6"/>${signs()}</svg>`
  )
}

/**
 * The position of the point, in px of the dial. Horizontal is people against task, ((I+S)−(D+C))/2; vertical is fast
 * against calm, ((D+I)−(S+C))/2. Beyond 60 points from the middle it stays on the outer ring.
 */
export function point({ d, i, s, c }: LetterScores): { x: number; y: number } {
  const across = (i + s - (d + c)) / 2
  const up = (d + i - (s + c)) / 2
  const length = Math.hypot(across, up)
  const clamped = length > farthest ? farthest / length : 1
  return { x: center + across * clamped * pointSize, y: center - up * clamped * pointSize }
}

/** One ray of the rim: its angle in degrees, counter-clockwise from the right, and its length in px. */
export type Ray = { angle: number; length: number; letter: LetterKey }

/** A ray every 3° from 1.5°, none within 3° of an axis, so that the quarters are separated without color. */
export function rays(values: LetterScores): Ray[] {
  return Array.from({ length: 120 }, (_, index) => 1.5 + 3 * index)
    .filter((angle) => Math.min(angle % 90, 90 - (angle % 90)) >= 3)
    .map((angle) => ({
      angle,
      length: 3 + 1.08 * Math.max(0, Math.min(80, valueAt(values, angle)) - 22),
      letter: quarters[Math.floor(angle / 90)] ?? 'i',
    }))
}

const center = 160
const farthest = 60
/** Px of one point: 60 points are 78 px. */
const pointSize = 78 / farthest
const rimStart = 88
/** Letter of each quarter, counter-clockwise from the right: I at 45°, D at 135°, C at 225°, S at 315°. */
const quarters: readonly LetterKey[] = ['i', 'd', 'c', 's']

/** Between two letters, the value changes from one to the other by half a cosine wave. */
function valueAt(values: LetterScores, angle: number): number {
  const turn = (angle - 45 + 360) % 360
  const from = quarters[Math.floor(turn / 90)] ?? 'i'
  const to = quarters[(Math.floor(turn / 90) + 1) % 4] ?? 'i'
  const share = (1 - Math.cos(Math.PI * ((turn % 90) / 90))) / 2
  return values[from] + (values[to] - values[from]) * share
}

function rim(values: LetterScores): string {
  return quarters
    .map((letter) => {
      const path = rays(values)
        .filter((ray) => ray.letter === letter)
        .map(({ angle, length }) => `M${polar(angle, rimStart)}L${polar(angle, rimStart + length)}`)
        .join('')
      return `<path class="dial-rays disc-${letter}" d="${path}"/>`
    })
    .join('')
}

function rings(): string {
  const circle = (points: number, kind: string) =>
    `<circle class="${kind}" cx="${center}" cy="${center}" r="${at(points * pointSize)}"/>`
  const cross = `M${center - 78} ${center}H${center + 78}M${center} ${center - 78}V${center + 78}`
  return `<path class="dial-ring" d="${cross}"/>${circle(20, 'dotted')}${circle(40, 'dotted')}${circle(60, 'dial-ring')}`
}

function signs(): string {
  return quarters
    .map((letter, index) => {
      const angle = 45 + 90 * index
      const [x = '', y = ''] = polar(angle, 168).split(' ')
      return (
        `<text class="dial-letter disc-${letter}" x="${x}" y="${at(Number(y) + 9)}" text-anchor="middle">` +
        `${letter.toUpperCase()}</text>`
      )
    })
    .join('')
}

function polar(angle: number, radius: number): string {
  const radians = (angle * Math.PI) / 180
  return `${at(center + radius * Math.cos(radians))} ${at(center - radius * Math.sin(radians))}`
}
