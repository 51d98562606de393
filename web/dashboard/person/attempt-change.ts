import type { Attempt, Level } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { assessmentNames } from '../words/assessment-names.ts'
import { corePlaces, discLetterNames, valueNames } from '../words/result-names.ts'
import { focusReadings } from './readings.ts'
import { words } from './words.ts'

/** One scale in two attempts: `score` is a percentile or a weight, `moved` is in T points or points of weight. */
export type ScaleChange = {
  readonly key: string
  /** The name of the scale, without the letter of DISC. */
  readonly label: string
  readonly kind: 'trait' | 'facet' | 'letter'
  readonly before: number
  readonly after: number
  readonly moved: number
  /** From this change on, error of measurement alone is unlikely; in the same unit. */
  readonly margin: number
  readonly levels?: readonly [Level, Level]
}

export type AttemptChange = {
  /** Scales that changed by more than the error of measurement explains, largest change first. */
  readonly moved: readonly ScaleChange[]
  /** How many scales both attempts have. */
  readonly compared: number
  readonly style?: readonly [string, string]
  /** Values in the first five of one attempt only. */
  readonly values?: { readonly came: readonly string[]; readonly left: readonly string[] }
  /** Assessments that the later attempt took over from an earlier one. */
  readonly carried: readonly string[]
}

/** The smallest reliable change: 15 T for a facet and 10 T for a trait (manual, chapter 11). */
export const changeThresholds = { trait: 10, facet: 15, letter: 18 } as const

/**
 * The margin of a change, in whole T: 1.96 standard errors of the difference of two scores, and never less than that of
 * the full form. Results of the short form have larger errors, so less of their change counts.
 */
function marginOf(kind: 'trait' | 'facet', before: number, after: number): number {
  return Math.max(changeThresholds[kind], Math.ceil(1.96 * Math.hypot(before, after)))
}

/** The reliable changes between two attempts. */
export function compareAttempts(earlier: Attempt, later: Attempt): AttemptChange {
  const carried = Object.keys(later.carriedFrom)
  const fresh = (name: 'disc' | 'focus' | 'core') => !carried.includes(name)
  const scales = [
    ...(fresh('focus') ? focusMoves(earlier, later) : []),
    ...(fresh('disc') ? letterMoves(earlier, later) : []),
  ]
  const moved = scales.filter((scale) => Math.abs(scale.moved) >= scale.margin)
  return {
    compared: scales.length,
    moved: moved.toSorted(
      (one, other) => Math.abs(other.moved) / other.margin - Math.abs(one.moved) / one.margin,
    ),
    carried: carried.map((name) => assessmentNames[name as keyof typeof assessmentNames] ?? name),
    ...(fresh('disc') &&
      earlier.disc &&
      later.disc && { style: [earlier.disc.style, later.disc.style] as const }),
    ...(fresh('core') && earlier.core && later.core && { values: valueMoves(earlier.core, later.core) }),
  }
}

/** "Leadership: from baseline (52) to very high (96)." */
export function scaleChangeText({ key, label, before, after, levels }: ScaleChange): string {
  const [from, to] = [Math.round(before), Math.round(after)]
  if (!levels) {
    return fill(words.change.letter, { letter: key.toUpperCase(), name: label, before: from, after: to })
  }
  const [was, is] = levels
  return fill(words.change.scale, {
    scale: label,
    before: words.change.levels[was],
    beforeScore: from,
    after: words.change.levels[is],
    afterScore: to,
  })
}

function focusMoves(earlier: Attempt, later: Attempt): ScaleChange[] {
  if (!earlier.focus || !later.focus) return []
  const before = new Map(scalesIn(earlier.focus, earlier.scoring).map((scale) => [scale.key, scale]))
  return scalesIn(later.focus, later.scoring).flatMap(({ kind, ...after }) => {
    const was = before.get(after.key)
    if (!was) return []
    return [
      {
        key: after.key,
        label: after.label,
        before: was.score,
        after: after.score,
        kind,
        moved: after.t - was.t,
        margin: marginOf(kind, was.sem, after.sem),
        levels: [was.level, after.level] as const,
      },
    ]
  })
}

function scalesIn(focus: NonNullable<Attempt['focus']>, scoring: Attempt['scoring']) {
  return focusReadings(focus, scoring?.standardErrors).flatMap(({ facets, ...trait }) => [
    { ...trait, kind: 'trait' as const },
    ...facets.map((facet) => ({ ...facet, kind: 'facet' as const })),
  ])
}

function letterMoves({ disc: earlier }: Attempt, { disc: later }: Attempt): ScaleChange[] {
  if (!earlier || !later) return []
  return (['d', 'i', 's', 'c'] as const).map((letter) => ({
    key: letter,
    label: discLetterNames[letter],
    kind: 'letter' as const,
    before: earlier[letter],
    after: later[letter],
    moved: later[letter] - earlier[letter],
    margin: changeThresholds.letter,
  }))
}

function valueMoves(earlier: NonNullable<Attempt['core']>, later: NonNullable<Attempt['core']>) {
  const [before, after] = [corePlaces.map((rank) => earlier[rank]), corePlaces.map((rank) => later[rank])]
  const named = (keys: string[]) => keys.map((key) => valueNames[key]?.label ?? key)
  return {
    came: named(after.filter((key) => !before.includes(key))),
    left: named(before.filter((key) => !after.includes(key))),
  }
}
