import { isAgainstStyle } from './findings/at-odds.ts'
import type { Finding } from './findings/finding.ts'
import { clear, select } from './select.ts'

/** What a debrief is built around, and who tells what, so that nothing is told twice. */
export type Plan = {
  readonly chosen: readonly Finding[]
  /** Relations, and values beside their facets, that are told; their facets then need not be told alone. */
  readonly joined: readonly Finding[]
  /** What the overview says beside the style. */
  readonly leading: Finding | undefined
  /** High facets of other traits that are told at their best, where flexibility and organization give too few. */
  readonly strengths: readonly Finding[]
}

/**
 * Relations tell the facets of which they speak. Those that were selected come first; another one is told only
 * where none of its facets is told by them or was selected to be told alone.
 */
export function planOf(findings: readonly Finding[]): Plan {
  const chosen = select(findings)
  const joined = chosen.filter(isJoin)
  for (const finding of findings.filter(isRelation)) {
    const taken = joined.flatMap(({ facets }) => facets)
    if (!finding.facets.some((facet) => taken.includes(facet))) joined.push(finding)
  }
  const leading = joined.find(isRelation) ?? chosen.find(isHighFacet)
  const told = [leading, ...joined].flatMap((finding) => finding?.facets ?? [])
  const open = findings.filter(
    (finding) =>
      isHighFacet(finding) &&
      finding.salience >= clear &&
      !told.includes(finding.facets[0] ?? '') &&
      !isAgainstStyle(finding, findings),
  )
  const ownCount = open.filter(isOfBest).length
  const strengths = open.filter((finding) => !isOfBest(finding)).slice(0, Math.max(0, enough - ownCount))
  return { chosen, joined, leading, strengths }
}

/** High facets that what is said of somebody at their best should have, if there are so many. */
const enough = 2

function isOfBest({ traits }: Finding): boolean {
  return traits.includes('flexibility') || traits.includes('organization')
}

function isRelation({ subject }: Finding): boolean {
  return 'relation' in subject
}

function isJoin(finding: Finding): boolean {
  return isRelation(finding) || finding.subject.kind === 'fit' || finding.subject.kind === 'gap'
}

/** What a text says first of somebody should be no low side. */
function isHighFacet({ subject }: Finding): boolean {
  return subject.kind === 'facet' && subject.side === 'high'
}
