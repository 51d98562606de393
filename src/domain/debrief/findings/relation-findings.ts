import type { Letter } from '../../../scoring/results.ts'
import { isSureOf, isSureStyle, scoreSideOf } from '../certainty.ts'
import { type Facts, facetId } from '../facts.ts'
import { firstLetter, isLowestLetter, isSureOfLowest } from './disc-letters.ts'
import { type Finding, findFacet } from './finding.ts'
import { type Condition, isOfFacet, type Relation, relations } from './relations.ts'
import { isFacetOnSide } from './scales.ts'
import { isSureOfTop, isTopValue, topRanks, valueOfRank } from './values.ts'

/** Minimum distance of each facet of a relation from 50, in T: more than its standard error. */
const minDistance = 7

/** Extra salience of a relation beyond the distance of its facets: two facts together say more than each alone. */
const bonus = { tension: 6, contradiction: 9, reinforcement: 2 } as const

/** Relations whose two facts are both present and clear enough to combine. */
export function relationFindings(facts: Facts): Finding[] {
  const letter = firstLetter(facts)
  const found: Finding[] = []
  for (const relation of relations) {
    const metConditions: MetCondition[] = []
    for (const condition of relation.conditions) {
      const match = matchCondition(facts, letter, condition)
      if (!match) break
      metConditions.push(match)
    }
    if (metConditions.length < relation.conditions.length) continue
    const distance = metConditions.reduce((sum, match) => sum + match.distance, 0) / metConditions.length
    found.push(finding(relation, metConditions, distance))
  }
  return found
}

type MetCondition = Pick<Finding, 'evidence' | 'facets' | 'traits' | 'sure'> & { readonly distance: number }

function matchCondition(
  facts: Facts,
  letter: string | undefined,
  condition: Condition,
): MetCondition | undefined {
  if (typeof condition === 'string') {
    if (letter !== condition) return undefined
    const sure = facts.disc !== undefined && isSureStyle(facts, facts.disc)
    return { evidence: ['disc.style'], facets: [], traits: [], sure, distance: letterDistance }
  }
  // Nearly all conditions are on facets, so these come before the look for a field.
  if (isOfFacet(condition)) return matchFacet(facts, condition[0], condition[1])
  return 'least' in condition ? matchLowest(facts, condition.least) : matchValue(facts, condition.value)
}

function matchFacet(facts: Facts, facet: string, side: 'high' | 'low'): MetCondition | undefined {
  const facetScale = findFacet(facts, facet)
  if (!facetScale || scoreSideOf(facetScale.scale) !== side) return undefined
  const distance = Math.abs(facetScale.scale.t - 50)
  if (distance < minDistance) return undefined
  const evidence = [facetId(facetScale.trait, facet)]
  return {
    evidence,
    facets: [facet],
    traits: [facetScale.trait],
    sure: isSureOf(facts, facetScale.scale),
    distance,
  }
}

/** A leading letter has no T score; it counts as a fairly extreme facet. */
const letterDistance = 11
const lowestDistance = 9

function matchLowest(facts: Facts, letter: Letter): MetCondition | undefined {
  if (!isLowestLetter(facts, letter)) return undefined
  const evidence = [`disc.${letter.toLowerCase()}`]
  return { evidence, facets: [], traits: [], sure: isSureOfLowest(facts), distance: lowestDistance }
}

function matchValue(facts: Facts, value: string): MetCondition | undefined {
  const { core } = facts
  const rank = topRanks.find((one) => core && valueOfRank(core, one) === value)
  if (!rank) return undefined
  const sure = facts.quality === 'ok' && isSureOfTop(core, value)
  return { evidence: [`core.${rank}`], facets: [], traits: [], sure, distance: valueDistance[rank] }
}

const valueDistance = { first: 12, second: 10, third: 8 } as const

function finding(
  { id, kind, section, conditions }: Relation,
  metConditions: readonly MetCondition[],
  distance: number,
): Finding {
  return {
    id: `relation.${id}`,
    subject: { kind, relation: id, section },
    salience: distance + bonus[kind],
    sure: metConditions.every(({ sure }) => sure),
    evidence: metConditions.flatMap(({ evidence }) => evidence),
    facets: metConditions.flatMap(({ facets }) => facets),
    traits: [...new Set(metConditions.flatMap(({ traits }) => traits))],
    roles: ['relation', kind === 'reinforcement' ? 'strength' : 'watchOut'],
    isTrueOf: (other) => conditions.every((condition) => isMet(other, condition)),
  }
}

function isMet(facts: Facts, condition: Condition): boolean {
  if (typeof condition === 'string') return firstLetter(facts) === condition
  if (isOfFacet(condition)) return isFacetOnSide(facts, condition[0], condition[1])
  return 'least' in condition ? isLowestLetter(facts, condition.least) : isTopValue(facts, condition.value)
}
