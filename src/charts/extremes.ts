import { axis } from './axis.ts'
import { clamp } from './markup.ts'
import type { Stroke } from './strokes.ts'

/** A name at the end of a stroke: `x` is its middle in px, `edge` the T score that it must stay clear of. */
export type ExtremeLabel = { label: string; x: number; edge: number; up: boolean }

/**
 * Labels for at most five facets, 15 T points or more from the baseline, the farthest first, 120 px apart and never
 * overlapping. Labels stay inside the drawing and clear of the halos below them.
 */
export function nameExtremes(all: readonly Stroke[], width: number): ExtremeLabel[] {
  const chosen: Placed[] = []
  for (const stroke of [...all].sort((one, other) => distance(other) - distance(one))) {
    if (chosen.length === maxLabels || distance(stroke) < farEnough) break
    const half = lettersWidth(stroke.label) / 2
    const placed = { stroke, half, x: clamp(half, width - half, stroke.x) }
    if (chosen.every((other) => Math.abs(other.x - placed.x) >= distanceOf(placed, other)))
      chosen.push(placed)
  }
  return chosen.map(({ stroke, half, x }) => {
    const up = stroke.t > axis.middle
    const near = all.filter((other) => Math.abs(other.x - x) < half + 8)
    const edge = up
      ? Math.max(axis.middle, ...near.map((other) => other.to))
      : Math.min(axis.middle, ...near.map((other) => other.from))
    return { label: stroke.label, x, edge, up }
  })
}

/** A stroke with the middle and half the width of its label. */
type Placed = { readonly stroke: Stroke; readonly half: number; readonly x: number }

const maxLabels = 5
const farEnough = 15
const apart = 120
/** Fonts can be this much wider than `lettersWidth` takes them. */
const wider = 1.25

function distance({ t }: Stroke): number {
  return Math.abs(t - axis.middle)
}

function distanceOf(one: Placed, other: Placed): number {
  return Math.max(apart, wider * (one.half + other.half) + 12)
}

/** Rough width of a label in px at 14 px; wide scripts count double, accented letters are rather wide. */
function lettersWidth(label: string): number {
  return [...label].reduce((sum, sign) => sum + (sign > '\u2e7f' ? 14 : sign > '\u007f' ? 8.4 : 7.4), 0)
}
