import { contradictsStyle } from './findings/contradictions.ts'
import type { Finding } from './findings/finding.ts'
import { minSalience, selectFindings } from './select.ts'

/** What a debrief focuses on, and which finding mentions which facet, so that nothing is repeated. */
export type DebriefPlan = {
  readonly chosen: readonly Finding[]
  /** Relations, and values with their facets, that are mentioned; those facets need no sentence of their own. */
  readonly joined: readonly Finding[]
  /** What the overview mentions besides the style. */
  readonly leading: Finding | undefined
  /** High facets of other traits for the section "at your best", if flexibility and organization give too few. */
  readonly strengths: readonly Finding[]
}

export function planDebrief(findings: readonly Finding[]): DebriefPlan {
  const chosen = selectFindings(findings)
  const valuesWithFacets = chosen.filter(isValueWithFacet)
  const joined = [...valuesWithFacets, ...relationsOf(findings, chosen, valuesWithFacets)]
  const leading = joined.find(isRelation) ?? chosen.find(isHighFacet)
  const mentioned = [leading, ...joined].flatMap((finding) => finding?.facets ?? [])
  const uncovered = findings.filter(
    (finding) =>
      isHighFacet(finding) &&
      finding.salience >= minSalience &&
      !mentioned.includes(finding.facets[0] ?? '') &&
      !contradictsStyle(finding, findings),
  )
  const ownCount = uncovered.filter(belongsToBest).length
  const strengths = uncovered
    .filter((finding) => !belongsToBest(finding))
    .slice(0, Math.max(0, minStrengths - ownCount))
  return { chosen, joined, leading, strengths }
}

/**
 * Relations cover their facets, each facet once. Selected relations come first; others are added if no value covers
 * one of their facets. A relation replaces a facet that was selected on its own: two facts together fit fewer people
 * than either alone.
 */
function relationsOf(
  findings: readonly Finding[],
  chosen: readonly Finding[],
  valuesWithFacets: readonly Finding[],
): Finding[] {
  const relations: Finding[] = []
  const isCovered = (finding: Finding, by: readonly Finding[]) =>
    by.some(({ facets }) => facets.some((facet) => finding.facets.includes(facet)))
  for (const finding of chosen.filter(isRelation)) if (!isCovered(finding, relations)) relations.push(finding)
  for (const finding of findings.filter(isRelation))
    if (!isCovered(finding, [...relations, ...valuesWithFacets])) relations.push(finding)
  return relations
}

/** Minimum number of high facets for the section "at your best", if available. */
const minStrengths = 2

function belongsToBest({ traits }: Finding): boolean {
  return traits.includes('flexibility') || traits.includes('organization')
}

function isRelation({ subject }: Finding): boolean {
  return 'relation' in subject
}

/** A value together with its facet. */
function isValueWithFacet({ subject }: Finding): boolean {
  return subject.kind === 'fit' || subject.kind === 'gap'
}

/** The first thing a text says about someone should not be a low side. */
function isHighFacet({ subject }: Finding): boolean {
  return subject.kind === 'facet' && subject.side === 'high'
}
