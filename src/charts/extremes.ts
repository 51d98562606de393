import { axis } from './axis.ts'
import { clamp } from './markup.ts'
import type { Level } from './reading.ts'
import type { Stroke } from './strokes.ts'

/** A name at the end of a stroke: `x` is its middle in px, `edge` the T score that it must stay clear of. */
export type ExtremeLabel = { label: string; x: number; edge: number; up: boolean }

/** Font size of the labels and the smallest distance between two on the same side, in px. */
type LabelSize = { size: number; apart: number }

/**
 * Labels for at most five of the facets that stand out. Those on the same side are 120 px apart, in small drawings less,
 * and never overlap. Labels stay inside the drawing and clear of the halos below them.
 */
export function nameExtremes(
  all: readonly Stroke[],
  width: number,
  { size, apart }: LabelSize = { size: 14, apart: 120 },
): ExtremeLabel[] {
  const chosen: Placed[] = []
  for (const stroke of standingOut(all)) {
    if (chosen.length === maxLabels) break
    const half = (lettersWidth(stroke.label) * size) / 14 / 2
    const placed = { stroke, half, x: clamp(half, width - half, stroke.x) }
    const isClear = (other: Placed) =>
      isUp(other.stroke) !== isUp(stroke) || Math.abs(other.x - placed.x) >= distanceOf(placed, other, apart)
    if (chosen.every(isClear)) chosen.push(placed)
  }
  return chosen.map(({ stroke, half, x }) => {
    const up = isUp(stroke)
    const near = all.filter((other) => Math.abs(other.x - x) < half + 8)
    const edge = up
      ? Math.max(axis.middle, ...near.map((other) => other.to))
      : Math.min(axis.middle, ...near.map((other) => other.from))
    return { label: stroke.label, x, edge, up }
  })
}

/**
 * The facets to name: the farthest on each side, unless it is at the baseline, then all that are 15 T points or more
 * from the middle. Someone with many low scores and one high one gets that one named as well.
 */
export function standingOut<Facet extends { t: number; level: Level }>(all: readonly Facet[]): Facet[] {
  const farthestFirst = [...all].sort((one, other) => distance(other) - distance(one))
  const isOut = ({ level }: Facet) => level !== 'baseline'
  const ends = [
    farthestFirst.find((facet) => !isUp(facet) && isOut(facet)),
    farthestFirst.find((facet) => isUp(facet) && isOut(facet)),
  ].filter((facet) => facet !== undefined)
  const rest = farthestFirst.filter((facet) => distance(facet) >= farEnough && !ends.includes(facet))
  return [...ends.sort((one, other) => distance(other) - distance(one)), ...rest]
}

/** A stroke with the middle and half the width of its label. */
type Placed = { readonly stroke: Stroke; readonly half: number; readonly x: number }

const maxLabels = 5
const farEnough = 15
/** Fonts can be this much wider than `lettersWidth` takes them. */
const wider = 1.25

function isUp({ t }: { t: number }): boolean {
  return t > axis.middle
}

function distance({ t }: { t: number }): number {
  return Math.abs(t - axis.middle)
}

function distanceOf(one: Placed, other: Placed, apart: number): number {
  return Math.max(apart, wider * (one.half + other.half) + 12)
}

/** Rough width of a label in px at 14 px; wide scripts count double, accented letters are rather wide. */
function lettersWidth(label: string): number {
  return [...label].reduce((sum, sign) => sum + (sign > '\u2e7f' ? 14 : sign > '\u007f' ? 8.4 : 7.4), 0)
}
