import type { Trait } from '../../../scoring/results.ts'
import { isSureOf, scoreSideOf } from '../certainty.ts'
import { type Facts, facetId, type ScaleFact, type TraitFact, traitId } from '../facts.ts'
import { type Finding, findFacet } from './finding.ts'

/** From this distance from 50, in T, a facet is extreme: one and a half standard deviations, the outermost levels. */
const extremeDistance = 15
/** A finding for every facet beyond the baseline level. Extreme ones get extra salience. */
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
        salience:
          distance >= extremeDistance
            ? distance + 3
            : distance - (commonSides.has(id) ? commonSidePenalty : 0),
        sure: isSureOf(facts, scale),
        evidence: [facetId(trait, facet)],
        facets: [facet],
        traits: [trait],
        roles: [side === 'high' ? 'strength' : 'watchOut'],
        isTrueOf: (other) => isFacetOnSide(other, facet, side),
      }
      return [finding]
    }),
  )
}

/** Sides that apply to more than two in five people who answer like the norm, so they say little about a person. */
const commonSides = new Set([
  'facet.responsibility.high',
  'facet.openMindedness.high',
  'facet.friendliness.high',
  'facet.intellectualCuriosity.high',
  'facet.discipline.low',
])
/** How much less such a side weighs, in T, unless it is extreme. */
const commonSidePenalty = 5

/** Whether the facet's level is on this side. */
export function isFacetOnSide(facts: Facts, facet: string, side: 'high' | 'low'): boolean {
  const facetScale = findFacet(facts, facet)
  return facetScale !== undefined && scoreSideOf(facetScale.scale) === side
}

/** The level of each trait. A high or low trait weighs more than one in the middle. */
export function traitFindings(facts: Facts): Finding[] {
  return traitsOf(facts).map(([trait, scale]) => {
    const side = scoreSideOf(scale)
    const rolesOfSide = { high: ['strength'], middle: [], low: ['watchOut'] } as const
    return {
      id: `trait.${trait}.${side}`,
      subject: { kind: 'trait', trait, side },
      salience: side === 'middle' ? 4 : Math.abs(scale.t - 50),
      sure: isSureOf(facts, scale),
      evidence: [traitId(trait)],
      facets: [],
      traits: [trait],
      roles: rolesOfSide[side],
      isTrueOf: ({ focus }) => focus !== undefined && scoreSideOf(focus[trait]) === side,
    }
  })
}

/** No trait and only a few facets clearly differ from the middle: that itself is worth mentioning. */
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
      roles: [],
      isTrueOf: isFlat,
    },
  ]
}

function isFlat(facts: Facts): boolean {
  const traits = traitsOf(facts)
  const facets = traits.flatMap(([, { facets }]) => Object.values(facets))
  return (
    traits.length > 0 &&
    !traits.some(([, scale]) => isClear(scale)) &&
    facets.filter(isClear).length <= maxClearFacets
  )
}

function isClear(scale: ScaleFact): boolean {
  return scoreSideOf(scale) !== 'middle' && isSureOf({ quality: 'ok' }, scale)
}

/** Of thirty facets. In the norm, ten are clearly off the middle; one person in thirteen has this many or fewer. */
const maxClearFacets = 7

function traitsOf(facts: Facts): [Trait, TraitFact][] {
  return Object.entries(facts.focus ?? {}) as [Trait, TraitFact][]
}
