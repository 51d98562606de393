import { isSureOf, isSureStyle } from '../certainty.ts'
import { type Facts, facetId } from '../facts.ts'
import { firstLetter } from './disc-letters.ts'
import { type Finding, findFacet } from './finding.ts'
import { type Condition, type Relation, relations } from './relations.ts'
import { isFacetOnSide } from './scales.ts'

/** Minimum distance of each facet of a relation from 50, in T: more than its standard error. */
const minDistance = 7

/** Extra salience of a relation beyond the distance of its facets: two facts together say more than each alone. */
const bonus = { tension: 5, contradiction: 6, reinforcement: 3 } as const

/** Relations whose two facts are both present and clear enough to combine. */
export function relationFindings(facts: Facts): Finding[] {
  return relations.flatMap((relation) => {
    const matches = relation.conditions.map((condition) => matchCondition(facts, condition))
    const metConditions = matches.filter((match) => match !== undefined)
    if (metConditions.length < matches.length) return []
    const distance = metConditions.reduce((sum, match) => sum + match.distance, 0) / metConditions.length
    return [finding(relation, metConditions, distance)]
  })
}

type MetCondition = Pick<Finding, 'evidence' | 'facets' | 'traits' | 'sure'> & { readonly distance: number }

function matchCondition(facts: Facts, condition: Condition): MetCondition | undefined {
  if (!isMet(facts, condition)) return undefined
  if (typeof condition === 'string') {
    const sure = facts.disc !== undefined && isSureStyle(facts, facts.disc)
    return { evidence: ['disc.style'], facets: [], traits: [], sure, distance: letterDistance }
  }
  const [facet] = condition
  const facetScale = findFacet(facts, facet)
  const distance = Math.abs((facetScale?.scale.t ?? 50) - 50)
  if (!facetScale || distance < minDistance) return undefined
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

function finding(
  { id, kind, conditions }: Relation,
  metConditions: readonly MetCondition[],
  distance: number,
): Finding {
  return {
    id: `relation.${id}`,
    subject: { kind, relation: id },
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
  return isFacetOnSide(facts, condition[0], condition[1])
}
