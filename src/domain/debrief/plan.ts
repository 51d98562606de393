import { contradictsStyle } from './findings/contradictions.ts'
import type { Finding } from './findings/finding.ts'
import { minSalience, selectFindings } from './select.ts'

/** What a debrief is built around, and who tells what, so that nothing is told twice. */
export type DebriefPlan = {
  readonly chosen: readonly Finding[]
  /** Relations, and values beside their facets, that are told; their facets then need not be told alone. */
  readonly joined: readonly Finding[]
  /** What the overview says beside the style. */
  readonly leading: Finding | undefined
  /** High facets of other traits that are told at their best, where flexibility and organization give too few. */
  readonly strengths: readonly Finding[]
}

export function planDebrief(findings: readonly Finding[]): DebriefPlan {
  const chosen = selectFindings(findings)
  const shown = chosen.filter(isShown)
  const joined = [...shown, ...relationsOf(findings, chosen, shown)]
  const leading = joined.find(isRelation) ?? chosen.find(isHighFacet)
  const mentioned = [leading, ...joined].flatMap((finding) => finding?.facets ?? [])
  const open = findings.filter(
    (finding) =>
      isHighFacet(finding) &&
      finding.salience >= minSalience &&
      !mentioned.includes(finding.facets[0] ?? '') &&
      !contradictsStyle(finding, findings),
  )
  const ownCount = open.filter(isOfBest).length
  const strengths = open.filter((finding) => !isOfBest(finding)).slice(0, Math.max(0, enough - ownCount))
  return { chosen, joined, leading, strengths }
}

/**
 * Relations tell the facets of which they speak, each facet once. Those that were selected come first; another one is
 * told where no value tells one of its facets either. It takes the place of a facet that was selected to be told
 * alone: two facts together fit fewer people than either of them.
 */
function relationsOf(
  findings: readonly Finding[],
  chosen: readonly Finding[],
  shown: readonly Finding[],
): Finding[] {
  const found: Finding[] = []
  const isTold = (finding: Finding, by: readonly Finding[]) =>
    by.some(({ facets }) => facets.some((facet) => finding.facets.includes(facet)))
  for (const finding of chosen.filter(isRelation)) if (!isTold(finding, found)) found.push(finding)
  for (const finding of findings.filter(isRelation))
    if (!isTold(finding, [...found, ...shown])) found.push(finding)
  return found
}

/** High facets that what is said of somebody at their best should have, if there are so many. */
const enough = 2

function isOfBest({ traits }: Finding): boolean {
  return traits.includes('flexibility') || traits.includes('organization')
}

function isRelation({ subject }: Finding): boolean {
  return 'relation' in subject
}

/** A value beside the facet in which it shows. */
function isShown({ subject }: Finding): boolean {
  return subject.kind === 'fit' || subject.kind === 'gap'
}

/** What a text says first of somebody should be no low side. */
function isHighFacet({ subject }: Finding): boolean {
  return subject.kind === 'facet' && subject.side === 'high'
}
