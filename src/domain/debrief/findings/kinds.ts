import type { Finding, FindingSubject } from './finding.ts'

export function isFacet({ subject }: Finding): boolean {
  return subject.kind === 'facet'
}

/** The first thing a text says about someone should not be a low side. */
export function isHighFacet({ subject }: Finding): boolean {
  return subject.kind === 'facet' && subject.side === 'high'
}

export function isRelation({ subject }: Finding): boolean {
  return isOfRelation(subject)
}

/** By its kind, which is compared faster than a field is looked for that most kinds lack. */
export function isOfRelation(
  subject: FindingSubject,
): subject is Extract<FindingSubject, { readonly relation: string }> {
  const { kind } = subject
  return kind === 'tension' || kind === 'reinforcement' || kind === 'contradiction'
}

/** A value together with its facet. */
export function isValueWithFacet({ subject }: Finding): boolean {
  return subject.kind === 'fit' || subject.kind === 'gap'
}

/** Whether a letter of DISC is one of the two facts. */
export function isOnLetter({ subject, evidence }: Finding): boolean {
  return isOfRelation(subject) && evidence.some((id) => id.startsWith('disc.'))
}

/** Whether the leading letter is one of the two facts. */
export function isOnLeadingLetter({ subject, evidence }: Finding): boolean {
  return 'relation' in subject && evidence.includes('disc.style')
}

/** Whether one of the first values is among the facts. */
export function isOnValue({ evidence }: Finding): boolean {
  return evidence.some((id) => id.startsWith('core.'))
}

export function sectionOf({ subject }: Finding): string | undefined {
  return isOfRelation(subject) ? subject.section : undefined
}

export function isSameFacet(one: Finding, other: Finding): boolean {
  for (const facet of other.facets) if (one.facets.includes(facet)) return true
  return false
}

export function isSameValue(one: Finding, other: Finding): boolean {
  return other.evidence.some((id) => id.startsWith('core.') && one.evidence.includes(id))
}
