import type { Finding } from './finding.ts'

export function isFacet({ subject }: Finding): boolean {
  return subject.kind === 'facet'
}

/** The first thing a text says about someone should not be a low side. */
export function isHighFacet({ subject }: Finding): boolean {
  return subject.kind === 'facet' && subject.side === 'high'
}

export function isRelation({ subject }: Finding): boolean {
  return 'relation' in subject
}

/** A value together with its facet. */
export function isValueWithFacet({ subject }: Finding): boolean {
  return subject.kind === 'fit' || subject.kind === 'gap'
}

/** Whether a letter of DISC is one of the two facts. */
export function isOnLetter({ subject, evidence }: Finding): boolean {
  return 'relation' in subject && evidence.some((id) => id.startsWith('disc.'))
}

/** Whether one of the first values is among the facts. */
export function isOnValue({ evidence }: Finding): boolean {
  return evidence.some((id) => id.startsWith('core.'))
}

export function sectionOf({ subject }: Finding): string | undefined {
  return 'section' in subject ? subject.section : undefined
}

export function isSameFacet(one: Finding, other: Finding): boolean {
  return other.facets.some((facet) => one.facets.includes(facet))
}

export function isSameValue(one: Finding, other: Finding): boolean {
  return other.evidence.some((id) => id.startsWith('core.') && one.evidence.includes(id))
}
