import type { Trait } from '../../../scoring/results.ts'
import type { Facts } from '../facts.ts'

/** What a finding gives to the selection: a debrief should have one of each where there are any. */
export type FindingRole = 'strength' | 'watchOut' | 'relation' | 'value'

export type ValueRank = 'first' | 'second' | 'third' | 'fourth' | 'fifth' | 'least'

/** What is to be said, in the keys of the texts. */
export type FindingSubject =
  | { readonly kind: 'facet'; readonly facet: string; readonly trait: Trait; readonly side: 'high' | 'low' }
  | { readonly kind: 'trait'; readonly trait: Trait; readonly side: 'high' | 'middle' | 'low' }
  | { readonly kind: 'spread'; readonly trait: Trait; readonly high: string; readonly low: string }
  | { readonly kind: 'tension' | 'reinforcement' | 'contradiction'; readonly relation: string }
  | { readonly kind: 'style'; readonly style: string }
  | { readonly kind: 'letter'; readonly letter: 'D' | 'I' | 'S' | 'C' }
  | { readonly kind: 'value'; readonly value: string; readonly place: ValueRank }
  | { readonly kind: 'fit' | 'gap'; readonly value: string }
  | { readonly kind: 'flat' }
  | { readonly kind: 'closeValues'; readonly higher: string; readonly lower: string }
  | { readonly kind: 'unsureStyle' }
  | { readonly kind: 'quality'; readonly outcome: 'caution' | 'invalid' }

/** Something worth saying about a person. */
export type Finding = {
  /** Stable from version to version: with the seed it decides which variant a person gets. */
  readonly id: string
  readonly subject: FindingSubject
  /** In T points or what weighs as much; the higher is said first. */
  readonly salience: number
  /** Whether the facts carry a flat statement, or only a hedged one. */
  readonly sure: boolean
  /** Ids of the facts that it rests on. */
  readonly evidence: readonly string[]
  /** Facets that it speaks of, so that they are not told twice. */
  readonly facets: readonly string[]
  /** Traits that it counts for in the selection. */
  readonly traits: readonly Trait[]
  readonly parts: readonly FindingRole[]
  /** Whether the same could truly be said of the person whose facts these are. */
  readonly holds: (facts: Facts) => boolean
}

/** The trait and the scale of a facet, wherever it stands. */
export function findFacet(facts: Facts, facet: string) {
  for (const [trait, { facets }] of Object.entries(facts.focus ?? {})) {
    const scale = facets[facet]
    if (scale) return { trait: trait as Trait, scale }
  }
  return undefined
}
