import type { DebriefSection, DebriefTexts, Hedged } from '../../../content/debrief.ts'
import type { Locale } from '../../../contract/locale.ts'
import { fnv1a } from '../../../scoring/hash.ts'
import { seededRandom } from '../../../scoring/random.ts'
import type { Trait } from '../../../scoring/results.ts'
import type { Facts } from '../facts.ts'
import type { Finding } from '../findings/finding.ts'
import type { DebriefPlan } from '../plan.ts'

/** A sentence that may stand in a debrief. */
export type Piece = {
  readonly section: DebriefSection
  /** Its place within the section; lower comes first, and of equal ones the heavier. */
  readonly rank: number
  readonly text: string
  readonly evidence: readonly string[]
  /** Whether it is a flat statement; undefined where a text has no two forms. */
  readonly sure?: boolean
  /** A tip stands in a list under one of two labels. */
  readonly tip?: 'do' | 'avoid'
  /** How much the debrief would lose without it: the salience of its finding, and more where it is built on that. */
  readonly weight: number
  /** What every debrief has, whatever else it says. */
  readonly must?: boolean
  /** What it is; a section takes only so many of a group. */
  readonly group: PieceGroup
  /** The trait that it speaks of: sentences on one trait stand together. */
  readonly about?: Trait
  /** Whether the same sentence could truly be said of the person whose facts these are. */
  readonly holds: (facts: Facts) => boolean
}

export type PieceGroup =
  | 'frame'
  | 'facet'
  | 'less'
  | 'trait'
  | 'spread'
  | 'relation'
  | 'strain'
  | 'do'
  | 'avoid'
  | 'value'
  | 'ask'
  | 'late'

/** What all sentences of one debrief share. */
export type PieceContext = {
  readonly texts: DebriefTexts
  /** The language that the names of scales are taken in. */
  readonly locale: Locale
  /** The same seed always gets the same variants. */
  readonly seed: string
  readonly plan: DebriefPlan
}

/** The variant of a finding's text that this person gets, flat or hedged. */
export function variant(finding: Finding, { sure, likely }: Hedged, voice: PieceContext): string {
  return pickVariant(finding, finding.sure ? sure : likely, voice)
}

export function pickVariant({ id }: Finding, variants: readonly string[], { seed }: PieceContext): string {
  // The bits of this hash go together from seed to seed, so it does not choose itself but starts the generator.
  const random = seededRandom(fnv1a(`${seed} ${id}`))
  return variants[Math.floor(random() * variants.length)] ?? ''
}

/** The section in which a trait's sentences stand. */
export const sectionOfTrait: Readonly<Record<Trait, DebriefSection>> = {
  communication: 'impression',
  understanding: 'impression',
  flexibility: 'best',
  organization: 'best',
  stability: 'pressure',
}

/** What a sentence weighs beyond its salience where the debrief is built around its finding. */
export const chosenBonus = 50
