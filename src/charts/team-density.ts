import type { LetterKey } from './dial.ts'
import { figure } from './figure.ts'
import { at, escapeMarkup } from './markup.ts'
import {
  center,
  circles,
  longestRay,
  nearness,
  pointSize,
  teamLetters,
  teamRim,
  teamRings,
} from './team-frame.ts'
import { cellSize, directionCount } from './team-grid.ts'

/** People between the letters: the middle of a cell in points, to the right and upwards, and how many are in it. */
export type DensityCell = { across: number; up: number; count: number }

export type Density = {
  cells: readonly DensityCell[]
  /** People in each direction from the middle, counter-clockwise from the right, in equal steps. */
  directions: readonly number[]
}

export type TeamDensityWords = {
  /** BCP 47, for the numbers in the table. */
  languageTag: string
  /** Text alternative of the drawing. */
  picture: string
  title: string
  table: {
    summary: string
    letter: string
    inner: string
    between: string
    outer: string
    count: string
    share: string
  }
}

/**
 * The map of a team of any size, on the frame of `teamDial`: a square for each cell, in the color of its quarter, whose
 * area is the number of people. Areas keep the contrast of the colors for few people too, in the dark and in gray, which
 * tints don't. Rays are longer where more people stand; the longest is that of the densest direction. One path for each
 * quarter, so that the drawing has as many elements for ten people as for a million.
 */
export function teamDensity(density: Density, words: TeamDensityWords): string {
  const { summary, letter, inner, between, outer, count, share } = words.table
  const drawn = drawing(density, words.picture)
  return figure({
    kind: 'team-dial',
    title: words.title,
    titlePlace: 'below',
    drawing: svg('team-wide', 560, drawn) + svg('team-narrow', 350, drawn),
    table: {
      summary,
      columns: [letter, inner, between, outer, count, share],
      rows: rowsOf(density.cells, words.languageTag),
    },
  })
}

/** People in the quarter of each letter; the text alternative says them. */
export function countQuarters(cells: readonly DensityCell[]): Record<LetterKey, number> {
  const quarters = { d: 0, i: 0, s: 0, c: 0 }
  for (const cell of cells) quarters[quarterOf(cell)] += cell.count
  return quarters
}

function svg(kind: string, size: number, drawn: string): string {
  return (
    `<svg class="dial team-dial team-density ${kind}" viewBox="0 0 ${2 * center} ${2 * center}" width="${size}" ` +
    `height="${size}" role="img" focusable="false">${drawn}</svg>`
  )
}

function drawing({ cells, directions }: Density, picture: string): string {
  return (
    `<title>${escapeMarkup(picture)}</title>${teamRings()}${teamRim(rayLengths(directions))}${teamLetters()}` +
    letters.map((letter) => squares(cells, letter)).join('')
  )
}

const letters = ['d', 'i', 's', 'c'] as const

function squares(cells: readonly DensityCell[], letter: LetterKey): string {
  const most = Math.max(...cells.map(({ count }) => count))
  const path = cells
    .filter((cell) => quarterOf(cell) === letter)
    .map(({ across, up, count }) => {
      const edge = Math.max(smallestEdge, largestEdge * Math.sqrt(count / most))
      const [x, y] = [center + across * pointSize - edge / 2, center - up * pointSize - edge / 2]
      return `M${at(x)} ${at(y)}h${at(edge)}v${at(edge)}h${at(-edge)}z`
    })
    .join('')
  return path === '' ? '' : `<path class="disc-bar disc-${letter}" d="${path}"/>`
}

/** In px: neighbors don't touch, and a single person is seen on a phone. */
const largestEdge = cellSize * pointSize - 1.5
const smallestEdge = 2.5

/** The smoothed share of people in a direction, as the length of its ray in px. */
function rayLengths(directions: readonly number[]): (angle: number) => number {
  const step = 360 / directionCount
  const near = (angle: number) =>
    directions.reduce((sum, count, at) => sum + count * nearness((at + 0.5) * step, angle), 0)
  const most = Math.max(1, ...directions.map((_, at) => near((at + 0.5) * step)))
  return (angle) => shortestRay + ((longestRay - shortestRay) * near(angle)) / most
}

const shortestRay = 3

function quarterOf({ across, up }: Pick<DensityCell, 'across' | 'up'>): LetterKey {
  if (up > 0) return across > 0 ? 'i' : 'd'
  return across > 0 ? 's' : 'c'
}

/** Each quarter: people within the inner circle, between the circles and outside, by the middle of their cell. */
function rowsOf(cells: readonly DensityCell[], languageTag: string): string[][] {
  const number = new Intl.NumberFormat(languageTag)
  const percent = new Intl.NumberFormat(languageTag, { style: 'percent' })
  const total = Math.max(1, sumOf(cells))
  return letters.map((letter) => {
    const own = cells.filter((cell) => quarterOf(cell) === letter)
    const rings = [0, 1, 2].map((ring) => own.filter((cell) => ringOf(cell) === ring))
    return [
      letter.toUpperCase(),
      ...[...rings, own].map((some) => number.format(sumOf(some))),
      percent.format(sumOf(own) / total),
    ]
  })
}

function ringOf({ across, up }: DensityCell): number {
  const distance = Math.hypot(across, up)
  return circles.filter((radius) => distance >= radius).length
}

function sumOf(cells: readonly DensityCell[]): number {
  return cells.reduce((sum, { count }) => sum + count, 0)
}
