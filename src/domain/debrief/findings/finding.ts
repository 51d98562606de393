import type { Letter, Trait } from '../../../scoring/results.ts'
import type { Facts, ScaleFact } from '../facts.ts'
import type { RelationSection } from './relations.ts'

/** The role of a finding in the selection: a debrief should have one of each if available. */
export type FindingRole = 'strength' | 'watchOut' | 'relation' | 'value'

/** What of a style could come out differently: the order of its letters, its first letter or its second one. */
export type UnsurePlace = 'order' | 'first' | 'second'

export type ValueRank = 'first' | 'second' | 'third' | 'fourth' | 'fifth'

/** What to mention, as keys of the texts. */
export type FindingSubject =
  | { readonly kind: 'facet'; readonly facet: string; readonly trait: Trait; readonly side: 'high' | 'low' }
  | { readonly kind: 'trait'; readonly trait: Trait; readonly side: 'high' | 'middle' | 'low' }
  | {
      readonly kind: 'tension' | 'reinforcement' | 'contradiction'
      readonly relation: string
      readonly section: RelationSection
    }
  | { readonly kind: 'style'; readonly style: string }
  | { readonly kind: 'letter'; readonly letter: Letter }
  | { readonly kind: 'value'; readonly value: string; readonly rank: ValueRank }
  | { readonly kind: 'topValues'; readonly values: readonly string[] }
  | { readonly kind: 'fit' | 'gap'; readonly value: string }
  | { readonly kind: 'letterWithValue'; readonly letter: Letter; readonly value: string }
  | { readonly kind: 'flat' }
  | { readonly kind: 'unsureStyle'; readonly place: UnsurePlace; readonly letters: readonly Letter[] }
  | { readonly kind: 'quality'; readonly outcome: 'caution' | 'invalid' }

/** Something worth saying about a person. */
export type Finding = {
  /** Stable across versions: with the seed, it selects the variant that a person gets. */
  readonly id: string
  readonly subject: FindingSubject
  /** In T points or equivalent; higher findings come first. */
  readonly salience: number
  /** Whether the facts support a flat statement, or only a hedged one. */
  readonly sure: boolean
  /** Ids of the facts that support it. */
  readonly evidence: readonly string[]
  /** Facets that it mentions, so that they are not mentioned twice. */
  readonly facets: readonly string[]
  /** Traits that it counts towards in the selection. */
  readonly traits: readonly Trait[]
  readonly roles: readonly FindingRole[]
  /** Whether the same is true of the person with these facts. */
  readonly isTrueOf: (facts: Facts) => boolean
}

/** The scale of a facet and its trait. */
export function findFacet({ focus }: Facts, facet: string): FacetScale | undefined {
  if (!focus) return undefined
  const known = facetScales.get(focus)
  if (known) return known.get(facet)
  const scales = new Map<string, FacetScale>()
  for (const [trait, { facets }] of Object.entries(focus)) {
    for (const [name, scale] of Object.entries(facets)) {
      if (!scales.has(name)) scales.set(name, { trait: trait as Trait, scale })
    }
  }
  facetScales.set(focus, scales)
  return scales.get(facet)
}

type FacetScale = { readonly trait: Trait; readonly scale: ScaleFact }

/** The scales of each person's facts by facet, which the rules look up a hundred times. */
const facetScales = new WeakMap<object, ReadonlyMap<string, FacetScale>>()
