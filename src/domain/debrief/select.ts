import type { Trait } from '../../scoring/results.ts'
import type { Finding, FindingRole } from './findings/finding.ts'

/** What a debrief is built around; the rest of it only fills up. */
const most = 7
const mostPerTrait = 2

/** What is rare comes first, before others have taken its traits. */
const wanted: readonly FindingRole[] = ['relation', 'value', 'strength', 'watchOut']

/**
 * The findings that a debrief is built around: one of each wanted part where there are any, then by salience, at
 * most two that concern the same trait. The findings come sorted, so equal facts give equal selections.
 */
export function selectFindings(findings: readonly Finding[]): Finding[] {
  const chosen: Finding[] = []
  const perTrait = new Map<Trait, number>()
  const fits = (finding: Finding) =>
    !chosen.includes(finding) &&
    chosen.length < most &&
    finding.traits.every((trait) => (perTrait.get(trait) ?? 0) < mostPerTrait)
  const choose = (finding: Finding | undefined) => {
    if (!finding) return
    chosen.push(finding)
    for (const trait of finding.traits) perTrait.set(trait, (perTrait.get(trait) ?? 0) + 1)
  }
  const eligible = findings.filter(isEligible)
  for (const part of wanted) {
    if (chosen.some(({ parts }) => parts.includes(part))) continue
    choose(eligible.find((finding) => finding.parts.includes(part) && fits(finding)))
  }
  for (const finding of eligible) if (fits(finding)) choose(finding)
  return findings.filter((finding) => chosen.includes(finding))
}

/** The style, the first value and what a debrief cannot say are told in any case and take no place from others. */
function isEligible({ subject, salience }: Finding): boolean {
  if (subject.kind === 'facet' || subject.kind === 'trait') return salience >= minSalience
  if (subject.kind === 'value') return subject.place === 'first'
  return ['spread', 'fit', 'gap', 'tension', 'reinforcement', 'contradiction'].includes(subject.kind)
}

/** A facet counts from here on, in T from 50: outside of its own standard error. */
export const minSalience = 7
