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
  const chosen: Stroke[] = []
  for (const stroke of [...all].sort((one, other) => distance(other) - distance(one))) {
    if (chosen.length === maxLabels || distance(stroke) < farEnough) break
    if (chosen.every((other) => Math.abs(other.x - stroke.x) >= overlap(stroke, other))) chosen.push(stroke)
  }
  return chosen.map((stroke) => {
    const half = lettersWidth(stroke.label) / 2
    const x = clamp(half, width - half, stroke.x)
    const up = stroke.t > axis.middle
    const near = all.filter((other) => Math.abs(other.x - x) < half + 8)
    const edge = up
      ? Math.max(axis.middle, ...near.map((other) => other.to))
      : Math.min(axis.middle, ...near.map((other) => other.from))
    return { label: stroke.label, x, edge, up }
  })
}

const maxLabels = 5
const farEnough = 15
const apart = 120

function distance({ t }: Stroke): number {
  return Math.abs(t - axis.middle)
}

function overlap(one: Stroke, other: Stroke): number {
  return Math.max(apart, (lettersWidth(one.label) + lettersWidth(other.label)) / 2 + 12)
}

/** Rough width of a label in px at 14 px; wide scripts count double. */
function lettersWidth(label: string): number {
  return [...label].reduce((sum, sign) => sum + (sign > '\u2e7f' ? 14 : 7.4), 0)
}
