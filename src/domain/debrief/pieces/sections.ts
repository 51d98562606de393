import type { DebriefSection } from '../../../content/debrief.ts'
import type { Trait } from '../../../scoring/results.ts'

/** The section of each trait's sentences. */
export const sectionOfTrait: Readonly<Record<Trait, DebriefSection>> = {
  communication: 'impression',
  understanding: 'impression',
  flexibility: 'best',
  organization: 'best',
  stability: 'pressure',
}

/** The section of a facet's sentence: that of its trait, unless it is about something else. */
export function sectionOfFacet(facet: string, trait: Trait): DebriefSection {
  return sectionsOfOwn[facet] ?? sectionOfTrait[trait]
}

/** How someone meets people, and how they work, whatever the trait; neither is about pressure. */
const sectionsOfOwn: Readonly<Record<string, DebriefSection>> = {
  confidence: 'impression',
  emotionalAwareness: 'impression',
  openMindedness: 'impression',
  selfControl: 'best',
  vigor: 'best',
  adventureSeeking: 'best',
}
