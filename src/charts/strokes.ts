import { axis } from './axis.ts'
import { clamp } from './markup.ts'
import type { Level, TraitReading } from './reading.ts'

/** One facet in a tone: `x` in px; `t`, `from` and `to` (its error band) in T points, clipped to the reach. */
export type Stroke = {
  trait: string
  label: string
  x: number
  t: number
  from: number
  to: number
  level: Level
}

/** The maximum distance of a stroke from the baseline, in T points. */
export const reach = 27

/** A gap between traits as a share of the tone's width. */
export const gapShare = 0.036

/** The facets of all traits from left to right, evenly spaced, with a gap of 3.6% of the width between traits. */
export function strokes(traits: readonly TraitReading[], width: number): Stroke[] {
  const gap = width * gapShare
  const count = traits.reduce((sum, trait) => sum + trait.facets.length, 0)
  const pitch = (width - gap * (traits.length - 1)) / Math.max(1, count)
  let left = 0
  return traits.flatMap((trait) => {
    const start = left
    left += trait.facets.length * pitch + gap
    return trait.facets.map(({ label, level, t, sem }, index) => ({
      trait: trait.key,
      label,
      level,
      x: start + (index + 0.5) * pitch,
      t: clampToReach(t),
      from: clampToReach(t - sem),
      to: clampToReach(t + sem),
    }))
  })
}

function clampToReach(t: number): number {
  return clamp(axis.middle - reach, axis.middle + reach, t)
}
