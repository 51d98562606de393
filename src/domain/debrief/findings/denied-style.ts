import { isAnyMentioned, sidesOf, styleDenials } from './claims.ts'
import { contradictsFacet, contradictsStyle } from './contradictions.ts'
import { type FacetSide, haveCommon } from './facet-sides.ts'
import type { Finding } from './finding.ts'

/** Whether the headline on the style seems to deny it, and it doesn't say how the two go together. */
export function isAgainstStyle(finding: Finding, all: readonly Finding[]): boolean {
  if (finding.evidence.includes('disc.style')) return false
  const denials = deniedByStyle.get(all) ?? findDenials(all)
  deniedByStyle.set(all, denials)
  return haveCommon(sidesOf(finding), denials)
}

/** What the headline on the style denies, by the findings of a person, because every statement is held against it. */
const deniedByStyle = new WeakMap<readonly Finding[], readonly FacetSide[]>()

function findDenials(all: readonly Finding[]): readonly FacetSide[] {
  const subject = all.find((one) => one.subject.kind === 'style')?.subject
  return subject?.kind === 'style' && !deniedStyle(all) ? styleDenials(subject.style, 'overview') : []
}

/** Whether an extreme facet denies what the headline on the style says. */
export function deniedStyle(findings: readonly Finding[]): boolean {
  const subject = findings.find((finding) => finding.subject.kind === 'style')?.subject
  return (
    subject?.kind === 'style' &&
    isAnyMentioned(findings, styleDenials(subject.style, 'overview'), extremeSalience)
  )
}

/** From this salience a facet says more of a person than the style does. */
const extremeSalience = 15

/** Whether a finding seems to contradict neither the style nor another facet. */
export function fitsIn(finding: Finding, all: readonly Finding[]): boolean {
  return !contradictsFacet(finding, all) && !contradictsStyle(finding, all)
}
