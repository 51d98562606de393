import type { Trait } from '../../../scoring/results.ts'
import { isSureOf, scoreSideOf } from '../certainty.ts'
import { type Facts, facetId, type ScaleFact, type TraitFact, traitId } from '../facts.ts'
import { type Finding, findFacet } from './finding.ts'

/** From here on, in T from 50, a facet stands far out: one and a half standard deviations, the outermost levels. */
const strong = 15
/** Facets of a trait that lie this far apart, in T, are two different things to say. */
const far = 20
/** Two facets differ truly, with 19 in 20, from twice the standard error of a difference, in T. */
const apart = 15

/** A finding for every facet whose level is not the baseline, the far ones weighing more than their distance. */
export function facetFindings(facts: Facts): Finding[] {
  return traitsOf(facts).flatMap(([trait, { facets }]) =>
    Object.entries(facets).flatMap(([facet, scale]) => {
      const side = scoreSideOf(scale)
      if (side === 'middle') return []
      const distance = Math.abs(scale.t - 50)
      const id = `facet.${facet}.${side}`
      const finding: Finding = {
        id,
        subject: { kind: 'facet', facet, trait, side },
        salience: distance >= strong ? distance + 3 : distance - (common.has(id) ? sharedByMany : 0),
        sure: isSureOf(facts, scale),
        evidence: [facetId(trait, facet)],
        facets: [facet],
        traits: [trait],
        parts: [side === 'high' ? 'strength' : 'watchOut'],
        holds: (other) => isFacetOnSide(other, facet, side),
      }
      return [finding]
    }),
  )
}

/** Sides on which more than two in five of those stand who answer like the norm: said of them, little is said. */
const common = new Set([
  'facet.responsibility.high',
  'facet.openMindedness.high',
  'facet.friendliness.high',
  'facet.intellectualCuriosity.high',
  'facet.discipline.low',
])
/** What such a side weighs less, in T, unless it stands far out. */
const sharedByMany = 5

/** Whether a facet's level lies on the side. */
export function isFacetOnSide(facts: Facts, facet: string, side: 'high' | 'low'): boolean {
  const found = findFacet(facts, facet)
  return found !== undefined && scoreSideOf(found.scale) === side
}

/** The level of each trait. A trait that is called high or low weighs more than one in the middle. */
export function traitFindings(facts: Facts): Finding[] {
  return traitsOf(facts).map(([trait, scale]) => {
    const side = scoreSideOf(scale)
    const part = { high: ['strength'], middle: [], low: ['watchOut'] } as const
    return {
      id: `trait.${trait}.${side}`,
      subject: { kind: 'trait', trait, side },
      salience: side === 'middle' ? 4 : Math.abs(scale.t - 50),
      sure: isSureOf(facts, scale),
      evidence: [traitId(trait)],
      facets: [],
      traits: [trait],
      parts: part[side],
      holds: ({ focus }) => focus !== undefined && scoreSideOf(focus[trait]) === side,
    }
  })
}

/** The highest and the lowest facet of a trait, where they are far apart and each is off the middle for sure. */
export function spreadFindings(facts: Facts): Finding[] {
  return traitsOf(facts).flatMap(([trait, { facets }]) => {
    const sorted = Object.entries(facets).sort(([a, one], [b, other]) => other.t - one.t || (a < b ? -1 : 1))
    const [top, bottom] = [sorted[0], sorted.at(-1)]
    if (!top || !bottom) return []
    const [[high, upper], [low, lower]] = [top, bottom]
    const distance = upper.t - lower.t
    if (distance < far || !isOff(upper) || !isOff(lower)) return []
    const finding: Finding = {
      id: `spread.${trait}.${high}.${low}`,
      subject: { kind: 'spread', trait, high, low },
      salience: distance / 2 + 2,
      sure: isSureOf(facts, upper, lower),
      evidence: [facetId(trait, high), facetId(trait, low)],
      facets: [high, low],
      traits: [trait],
      parts: ['relation'],
      holds: (other) => differ(other.focus?.[trait], high, low),
    }
    return [finding]
  })
}

function isOff({ t, sem }: ScaleFact): boolean {
  return Math.abs(t - 50) > sem
}

function differ(trait: TraitFact | undefined, high: string, low: string): boolean {
  const [upper, lower] = [trait?.facets[high], trait?.facets[low]]
  return upper !== undefined && lower !== undefined && upper.t - lower.t >= apart
}

/** No trait and few facets that leave the middle for sure: that itself is the thing to say. */
export function flatFindings(facts: Facts): Finding[] {
  if (!isFlat(facts)) return []
  return [
    {
      id: 'flat',
      subject: { kind: 'flat' },
      salience: 14,
      sure: isSureOf(facts),
      evidence: traitsOf(facts)
        .map(([trait]) => traitId(trait))
        .sort(),
      facets: [],
      traits: [],
      parts: [],
      holds: isFlat,
    },
  ]
}

function isFlat(facts: Facts): boolean {
  const traits = traitsOf(facts)
  const facets = traits.flatMap(([, { facets }]) => Object.values(facets))
  return (
    traits.length > 0 && !traits.some(([, scale]) => isClear(scale)) && facets.filter(isClear).length <= few
  )
}

function isClear(scale: ScaleFact): boolean {
  return scoreSideOf(scale) !== 'middle' && isSureOf({ quality: 'ok' }, scale)
}

/** Of thirty facets. In the norm ten are clearly off the middle, and in one person in thirteen no more than this. */
const few = 7

function traitsOf(facts: Facts): [Trait, TraitFact][] {
  return Object.entries(facts.focus ?? {}) as [Trait, TraitFact][]
}
