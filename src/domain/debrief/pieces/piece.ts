import type { DebriefSection, DebriefTexts } from '../../../content/debrief.ts'
import type { Hedged } from '../../../content/debrief-markup.ts'
import type { Locale } from '../../../contract/locale.ts'
import type { Trait } from '../../../scoring/results.ts'
import type { Facts } from '../facts.ts'
import { sidesOf } from '../findings/claims.ts'
import type { FacetSide } from '../findings/facet-sides.ts'
import type { Finding } from '../findings/finding.ts'
import type { DebriefPlan } from '../plan.ts'

/** A candidate sentence for a debrief. */
export type Piece = {
  readonly section: DebriefSection
  /** Its order within the section: lower first, then heavier first. */
  readonly rank: number
  readonly text: string
  readonly evidence: readonly string[]
  /** Whether it is a flat statement; undefined for texts without a hedged form. */
  readonly sure: boolean | undefined
  /** Tips are listed under one of two labels. */
  readonly tip: 'do' | 'avoid' | undefined
  /**
   * How important it is: the salience of its finding, increased if the debrief focuses on that finding; 0 if it repeats
   * something and is only for a section that would be too short.
   */
  readonly weight: number
  /** Included in every debrief. */
  readonly must: boolean
  /** The kind of sentence; a section includes a limited number per group. */
  readonly group: PieceGroup
  /** The trait that it is about: sentences on one trait are kept together. */
  readonly about: Trait | undefined
  /** The sides of facets that a statement speaks of; empty for advice and questions. */
  readonly says: readonly FacetSide[]
  /** The sides of facets that it seems to deny, if not by what it says itself. */
  readonly denies: readonly FacetSide[]
  /** Whether it names something hard and nothing that helps. */
  readonly isHard: boolean
  /** Whether it joins two facts and only praises them. */
  readonly isPraise: boolean
  /** What brings the pressure with which it begins, if it is about that. */
  readonly situation: string | undefined
  /** The point that it makes, if other sentences make it as well: a section has one of them. */
  readonly point: string | undefined
  /** Whether it says next to nothing, such as that someone is average: only for a section that would be empty. */
  readonly isLast: boolean
  /** Whether the same sentence is true of the person with these facts. */
  readonly isTrueOf: (facts: Facts) => boolean
}

type OptionalField =
  | 'sure'
  | 'tip'
  | 'must'
  | 'about'
  | 'says'
  | 'denies'
  | 'isHard'
  | 'isPraise'
  | 'isLast'
  | 'situation'
  | 'point'

/**
 * A piece with its optional fields filled in. All pieces are made here: objects that have the same fields in the same
 * order are read several times as fast, and selecting sentences is nothing but reading them.
 */
export function toPiece(fields: Omit<Piece, OptionalField> & Partial<Pick<Piece, OptionalField>>): Piece {
  return {
    section: fields.section,
    rank: fields.rank,
    group: fields.group,
    text: fields.text,
    weight: fields.weight,
    evidence: fields.evidence,
    isTrueOf: fields.isTrueOf,
    about: fields.about,
    sure: fields.sure,
    tip: fields.tip,
    must: fields.must ?? false,
    says: fields.says ?? nothing,
    denies: fields.denies ?? nothing,
    isHard: fields.isHard ?? false,
    isPraise: fields.isPraise ?? false,
    isLast: fields.isLast ?? false,
    situation: fields.situation,
    point: fields.point,
  }
}

const nothing: readonly FacetSide[] = []

export type PieceGroup =
  | 'frame'
  | 'facet'
  | 'less'
  | 'trait'
  | 'headline'
  | 'experiment'
  | 'relation'
  | 'strain'
  | 'help'
  | 'do'
  | 'avoid'
  | 'value'
  | 'ask'
  | 'colleague'

/** What all sentences of a debrief share. */
export type PieceContext = {
  readonly texts: DebriefTexts
  /** The language for the names of scales. */
  readonly locale: Locale
  readonly plan: DebriefPlan
  /** The traits above the middle: they choose between two texts that are true of the person, so that fewer people share one. */
  readonly highTraits: ReadonlySet<Trait>
}

/** A finding's text, flat or hedged. */
export function wording({ sure }: Finding, texts: Hedged): string {
  return sure ? texts.sure : texts.likely
}

/**
 * What a statement says and how. An uncertain one is filler: a text has enough that is certain, or says it with its
 * hedge.
 */
export function statement(finding: Finding, texts: Hedged): Pick<Piece, 'text' | 'sure' | 'says'> {
  return { text: wording(finding, texts), sure: finding.sure, says: sidesOf(finding) }
}

/** Sections have uncertain statements only if they lack certain ones. */
export function weightOf({ sure }: Finding, weight: number, { isDoubtful }: DebriefPlan): number {
  return sure || isDoubtful ? weight : Math.min(weight, uncertainWeight)
}

/** Less than advice on what is said. */
const uncertainWeight = 3

/** Extra weight of a sentence if the debrief focuses on its finding. */
export const chosenBonus = 50
