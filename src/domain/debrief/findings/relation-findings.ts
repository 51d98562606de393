import { isSureOf, isSureStyle } from '../certainty.ts'
import { type Facts, facetId } from '../facts.ts'
import { firstLetter } from './disc-letters.ts'
import { type Finding, findFacet } from './finding.ts'
import { type Condition, type Relation, relations } from './relations.ts'
import { isFacetOnSide } from './scales.ts'

/** How far each facet of a relation must stand from 50, in T: more than its standard error. */
const guard = 7

/** What a relation weighs beyond the distance of its facets: two facts together say more than each alone. */
const bonus = { tension: 5, contradiction: 6, reinforcement: 3 } as const

/** The relations whose two facts are both there, and clear enough to be put together. */
export function relationFindings(facts: Facts): Finding[] {
  return relations.flatMap((relation) => {
    const met = relation.conditions.map((condition) => meet(facts, condition))
    const both = met.filter((one) => one !== undefined)
    if (both.length < met.length) return []
    const distance = both.reduce((sum, one) => sum + one.distance, 0) / both.length
    return [finding(relation, both, distance)]
  })
}

type MetCondition = Pick<Finding, 'evidence' | 'facets' | 'traits' | 'sure'> & { readonly distance: number }

function meet(facts: Facts, condition: Condition): MetCondition | undefined {
  if (!holds(facts, condition)) return undefined
  if (typeof condition === 'string') {
    const sure = facts.disc !== undefined && isSureStyle(facts, facts.disc)
    return { evidence: ['disc.style'], facets: [], traits: [], sure, distance: letterDistance }
  }
  const [facet] = condition
  const found = findFacet(facts, facet)
  const distance = Math.abs((found?.scale.t ?? 50) - 50)
  if (!found || distance < guard) return undefined
  const evidence = [facetId(found.trait, facet)]
  return { evidence, facets: [facet], traits: [found.trait], sure: isSureOf(facts, found.scale), distance }
}

/** A letter that leads has no T; it counts as a facet that is fairly far out. */
const letterDistance = 11

function finding(
  { id, kind, conditions }: Relation,
  both: readonly MetCondition[],
  distance: number,
): Finding {
  return {
    id: `relation.${id}`,
    subject: { kind, relation: id },
    salience: distance + bonus[kind],
    sure: both.every(({ sure }) => sure),
    evidence: both.flatMap(({ evidence }) => evidence),
    facets: both.flatMap(({ facets }) => facets),
    traits: [...new Set(both.flatMap(({ traits }) => traits))],
    parts: ['relation', kind === 'reinforcement' ? 'strength' : 'watchOut'],
    holds: (other) => conditions.every((condition) => holds(other, condition)),
  }
}

function holds(facts: Facts, condition: Condition): boolean {
  if (typeof condition === 'string') return firstLetter(facts) === condition
  return isFacetOnSide(facts, condition[0], condition[1])
}
