import type { LetterKey } from './dial.ts'
import { at } from './markup.ts'
import { farthestPoint } from './team-grid.ts'

/** What the maps of all teams have in common, at 560 px: circles, rays and letters. */

export const center = 280
/** Px of one point between the letters: 45 points are 190 px. */
export const pointSize = 190 / farthestPoint
export const ring = 204
export const longestRay = 73
/** The radius of the two inner circles, in points. */
export const circles = [ring / 3 / pointSize, (ring * 2) / 3 / pointSize] as const
/** Letter of each quarter, counter-clockwise from the right. */
const quarters: readonly LetterKey[] = ['i', 'd', 'c', 's']

/** Rays around the map, in the colors of the quarters, each as long as `lengthAt` says for its angle in degrees. */
export function teamRim(lengthAt: (angle: number) => number): string {
  const rays = Array.from({ length: 120 }, (_, index) => 1.5 + 3 * index).filter(
    (angle) => Math.min(angle % 90, 90 - (angle % 90)) >= 3,
  )
  return quarters
    .map((letter, quarter) => {
      const path = rays
        .filter((angle) => Math.floor(angle / 90) === quarter)
        .map((angle) => `M${polar(angle, ring)}L${polar(angle, ring + lengthAt(angle))}`)
        .join('')
      return `<path class="dial-rays disc-${letter}" d="${path}"/>`
    })
    .join('')
}

/** The axes and three circles. */
export function teamRings(): string {
  const circle = (radius: number, kind: string) =>
    `<circle class="${kind}" cx="${center}" cy="${center}" r="${at(radius)}"/>`
  const cross = `M${center - ring} ${center}H${center + ring}M${center} ${center - ring}V${center + ring}`
  return (
    `<path class="dial-ring" d="${cross}"/>${circle(circles[0] * pointSize, 'dotted')}${circle(circles[1] * pointSize, 'dotted')}` +
    circle(ring, 'dial-ring')
  )
}

/** The letters, in the corners, beyond the longest ray. */
export function teamLetters(): string {
  return quarters
    .map((letter, index) => {
      const [x = '', y = ''] = polar(45 + 90 * index, 300).split(' ')
      return (
        `<text class="dial-letter disc-${letter}" x="${x}" y="${at(Number(y) + 9)}" text-anchor="middle">` +
        `${letter.toUpperCase()}</text>`
      )
    })
    .join('')
}

/** How much someone in one direction adds to the ray in another, both in degrees: exp(−Δ²/242). */
export function nearness(one: number, other: number): number {
  return Math.exp(-(turn(one - other) ** 2) / 242)
}

/** The difference of two directions, −180 to 180 degrees. */
function turn(degrees: number): number {
  return ((((degrees + 180) % 360) + 360) % 360) - 180
}

function polar(angle: number, radius: number): string {
  const radians = (angle * Math.PI) / 180
  return `${at(center + radius * Math.cos(radians))} ${at(center - radius * Math.sin(radians))}`
}
