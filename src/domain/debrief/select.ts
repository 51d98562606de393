import type { Trait } from '../../scoring/results.ts'
import type { Finding, FindingRole } from './findings/finding.ts'

/** Maximum number of findings that a debrief focuses on; the rest is filler. */
const maxFindings = 7
const maxPerTrait = 2

/** Rare roles first, before other findings have used up their traits. */
const roleOrder: readonly FindingRole[] = ['relation', 'value', 'strength', 'watchOut']

/**
 * Selects the findings that a debrief focuses on: one of each role if available, then by salience, at most two per
 * trait. The findings are sorted, so equal facts give equal selections.
 */
export function selectFindings(findings: readonly Finding[]): Finding[] {
  const chosen: Finding[] = []
  const perTrait = new Map<Trait, number>()
  const fits = (finding: Finding) =>
    !chosen.includes(finding) &&
    chosen.length < maxFindings &&
    finding.traits.every((trait) => (perTrait.get(trait) ?? 0) < maxPerTrait)
  const choose = (finding: Finding | undefined) => {
    if (!finding) return
    chosen.push(finding)
    for (const trait of finding.traits) perTrait.set(trait, (perTrait.get(trait) ?? 0) + 1)
  }
  const eligible = findings.filter(isEligible)
  for (const role of roleOrder) {
    if (chosen.some(({ roles }) => roles.includes(role))) continue
    choose(eligible.find((finding) => finding.roles.includes(role) && fits(finding)))
  }
  for (const finding of eligible) if (fits(finding)) choose(finding)
  return findings.filter((finding) => chosen.includes(finding))
}

/** The style, the first value and the limits are always mentioned and don't count towards the maximum. */
function isEligible({ subject, salience }: Finding): boolean {
  if (subject.kind === 'facet' || subject.kind === 'trait') return salience >= minSalience
  if (subject.kind === 'value') return subject.rank === 'first'
  return ['spread', 'fit', 'gap', 'tension', 'reinforcement', 'contradiction'].includes(subject.kind)
}

/** Facets count from this distance, in T from 50: beyond their own standard error. */
export const minSalience = 7
