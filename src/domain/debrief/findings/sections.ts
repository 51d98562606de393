import type { Trait } from '../../../scoring/results.ts'
import type { RelationSection } from './relations.ts'

/** The section of each trait's sentences. */
export const sectionOfTrait: Readonly<Record<Trait, RelationSection>> = {
  communication: 'impression',
  understanding: 'impression',
  flexibility: 'best',
  organization: 'best',
  stability: 'pressure',
}

/** The section of a facet's sentence: that of its trait, unless it is about something else. */
export function sectionOfFacet(facet: string, trait: Trait): RelationSection {
  return sectionsOfOwn[facet] ?? sectionOfTrait[trait]
}

/** How someone meets people, and how they work, whatever the trait; neither is about pressure. */
const sectionsOfOwn: Readonly<Record<string, RelationSection>> = {
  confidence: 'impression',
  emotionalAwareness: 'impression',
  openMindedness: 'impression',
  selfControl: 'best',
  vigor: 'best',
  adventureSeeking: 'best',
}
