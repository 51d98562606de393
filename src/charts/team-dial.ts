import { type LetterScores, letterKeys } from './dial.ts'
import { figure } from './figure.ts'
import { pair } from './formats.ts'
import { at, escapeMarkup } from './markup.ts'
import { linkName, type TeamPerson } from './person.ts'
import { spreadDots } from './spread-dots.ts'
import {
  center,
  longestRay,
  nearness,
  pointSize,
  ring,
  teamLetters,
  teamRim,
  teamRings,
} from './team-frame.ts'
import { farthestPoint } from './team-grid.ts'

export type TeamDialWords = {
  /** BCP 47, for numbers and what is between them. */
  languageTag: string
  /** Text alternative of the drawing. */
  picture: string
  title: string
  table: { summary: string; name: string; style: string }
}

/**
 * The map of a team, 560 px, and 350 on a phone, where its text would otherwise be too small: a dot with initials for
 * each person with DISC results, and a rim of rays that are longer where there are more people. Overlapping dots are
 * pushed apart, with a hairline to a small dot at the true position. The table lists everyone with the four letters,
 * because opposite letters cancel out in the middle of a map. It does not mirror in RTL: each letter keeps its quarter.
 * Dots of people with an `href` are links, and show the name when pointed at or focused.
 */
export function teamDial(people: readonly TeamPerson[], words: TeamDialWords): string {
  const { summary, name, style } = words.table
  return figure({
    kind: 'team-dial',
    title: words.title,
    titlePlace: 'below',
    drawing: drawing(people, words, wide) + drawing(people, words, narrow),
    table: {
      summary,
      columns: [name, style, ...letterKeys.map((letter) => letter.toUpperCase())],
      rows: people.map(({ name: person, initials, disc }) => [
        person === initials ? person : `${person} (${initials})`,
        disc?.style ?? '–',
        ...letterKeys.map((letter) => (disc ? String(Math.round(disc[letter])) : '–')),
      ]),
    },
  })
}

/**
 * The true position of a person relative to the center, in px, y downwards: people against task to the right and left,
 * fast against calm to the top and bottom; 45 points are 190 px, the maximum.
 */
export function teamPoint({ d, i, s, c }: LetterScores): { x: number; y: number } {
  const across = (i + s - (d + c)) / 2
  const up = (d + i - (s + c)) / 2
  const length = Math.hypot(across, up)
  const size = (length > farthestPoint ? farthestPoint / length : 1) * pointSize
  return { x: across * size, y: -up * size }
}

/** Length of the ray at an angle, in px: 3 + 21·Σexp(−Δ²/242) over the people, Δ in degrees, at most 73. */
export function rayLength(angle: number, angles: readonly number[]): number {
  const near = angles.map((own) => nearness(own, angle))
  return Math.min(longestRay, 3 + 21 * near.reduce((sum, one) => sum + one, 0))
}

/** `dot` and `apart` in px as seen; a team that fills the map has smaller dots. */
type Frame = { kind: string; size: number; dot: number; apart: number }

const wide: Frame = { kind: 'team-wide', size: 560, dot: 15.5, apart: 34 }
const narrow: Frame = { kind: 'team-narrow', size: 350, dot: 13, apart: 28 }
/** The share of the map that dots and the space around them may cover, and the smallest size that fits initials. */
const covered = 0.6
const smallestWithInitials = 9
function drawing(
  people: readonly TeamPerson[],
  { languageTag, picture }: TeamDialWords,
  frame: Frame,
): string {
  const placed = people.flatMap(({ disc, ...person }) =>
    disc ? [{ ...person, disc, ...teamPoint(disc) }] : [],
  )
  const angles = placed.map(({ x, y }) => (Math.atan2(-y, x) * 180) / Math.PI)
  const { kind, size } = frame
  // The map is drawn at 560 px and scaled to the frame; dots keep the size in which they are seen.
  const zoom = size / (2 * center)
  const fitting = Math.sqrt((covered * Math.PI * ring ** 2) / Math.max(1, placed.length))
  const apart = Math.min(frame.apart / zoom, fitting)
  const radius = (frame.dot * apart) / frame.apart
  const seen = radius * zoom
  const dots = spreadDots(placed, apart, ring - radius - 2)
  const marks = placed
    .map((one, index) => {
      const label = pair(languageTag, linkName(one), one.disc.style)
      return dot({ ...one, label }, dots[index], radius, seen >= smallestWithInitials)
    })
    .join('')
  // After the dots, so that no dot covers a name.
  const names = placed.map((one, index) => (one.href ? name(one, dots[index], radius, zoom) : '')).join('')
  // What is in a picture with role "img" can't be reached, so with links it is a group.
  const role = names
    ? `role="group" aria-label="${escapeMarkup(picture)}">`
    : `role="img" focusable="false"><title>${escapeMarkup(picture)}</title>`
  return (
    `<svg class="dial team-dial ${kind}" viewBox="0 0 ${2 * center} ${2 * center}" width="${size}" height="${size}" ` +
    `${role}${teamRings()}${teamRim((angle) => rayLength(angle, angles))}${teamLetters()}${dots.map(tie).join('')}${marks}${names}</svg>`
  )
}

type Shown = { x: number; y: number; shownX: number; shownY: number }

/** The hairline back to the true position of a dot that had to move. */
function tie({ x, y, shownX, shownY }: Shown): string {
  if (Math.hypot(shownX - x, shownY - y) < 2) return ''
  return (
    `<line class="team-tie" x1="${at(center + x)}" y1="${at(center + y)}" x2="${at(center + shownX)}" ` +
    `y2="${at(center + shownY)}"/><circle class="team-place" cx="${at(center + x)}" cy="${at(center + y)}" r="2"/>`
  )
}

function dot(
  {
    initials,
    disc,
    label,
    href,
  }: Pick<TeamPerson, 'initials' | 'href'> & { disc: { style: string }; label: string },
  shown: Shown | undefined,
  radius: number,
  hasInitials: boolean,
): string {
  const [x, y] = [at(center + (shown?.shownX ?? 0)), at(center + (shown?.shownY ?? 0))]
  const letter = disc.style.charAt(0).toLowerCase()
  const font = radius * ([...initials].length > 2 ? 0.58 : 0.72)
  const text =
    `<text class="team-initials" x="${x}" y="${y}" dy="0.36em" font-size="${at(font)}" text-anchor="middle">` +
    `${escapeMarkup(initials)}</text>`
  const [start, end] = href
    ? [`a href="${escapeMarkup(href)}" aria-label="${escapeMarkup(label)}"`, 'a']
    : ['g', 'g']
  return (
    `<${start} class="team-mark" data-person="${escapeMarkup(initials)}">` +
    `<circle class="team-dot disc-${letter}" cx="${x}" cy="${y}" r="${at(radius)}"/>` +
    `${hasInitials ? text : ''}</${end}>`
  )
}

/** Above the dot, towards the middle of the map, so that it is within the drawing. Hidden until the page shows it. */
function name(
  { name: full, initials }: Pick<TeamPerson, 'initials' | 'name'>,
  shown: Shown | undefined,
  radius: number,
  zoom: number,
): string {
  const x = shown?.shownX ?? 0
  const anchor = Math.abs(x) < ring / 3 ? 'middle' : x < 0 ? 'start' : 'end'
  const edge = anchor === 'middle' ? 0 : anchor === 'start' ? -radius : radius
  return (
    `<text class="team-name" data-person="${escapeMarkup(initials)}" aria-hidden="true" x="${at(center + x + edge)}" ` +
    `y="${at(center + (shown?.shownY ?? 0) - radius - 6 / zoom)}" font-size="${at(nameSize / zoom)}" ` +
    `text-anchor="${anchor}">${escapeMarkup(shortened(full))}</text>`
  )
}

/** In px as seen; a name of this many characters fits a phone. */
const nameSize = 14
const longestName = 30

function shortened(name: string): string {
  const signs = [...name]
  return signs.length > longestName
    ? `${signs
        .slice(0, longestName - 1)
        .join('')
        .trimEnd()}…`
    : name
}
