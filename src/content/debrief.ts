import type { Locale } from '../contract/locale.ts'
import type { Letter, Trait } from '../scoring/results.ts'
import { readContent } from './content-file.ts'
import { missingDebriefText } from './debrief-completeness.ts'
import type { TextStatus } from './items.ts'

/** The sections of a debrief, in the order in which they are read. */
export const debriefSections = [
  'overview',
  'impression',
  'best',
  'pressure',
  'together',
  'drives',
  'questions',
  'limits',
] as const

export type DebriefSection = (typeof debriefSections)[number]

/** Said as it is where the fact is sure, and with a hedge where it may well be otherwise. */
export type Hedged = {
  /** Variants that say the same in other words; which one a person gets stays the same for that person. */
  readonly sure: readonly string[]
  readonly likely: readonly string[]
}

/** What one side of a facet gives to the sections. */
export type FacetTexts = {
  /** What the person does, and what it brings. */
  readonly say: Hedged
  /** What it costs, or what it turns into, under pressure. */
  readonly strain: string
  /** What those who work with the person should do, or avoid: one of the two. */
  readonly do?: string
  readonly avoid?: string
  /** A question for a conversation. */
  readonly ask: string
}

export type StyleTexts = {
  readonly overview: Hedged
  readonly impression: Hedged
  readonly pressure: string
  readonly do: string
  readonly avoid: string
}

export type ValueTexts = {
  /** As the first value, in two variants, and as the second and the third. */
  readonly first: readonly string[]
  readonly second: string
  readonly third: string
  /** As the least important of the thirteen. */
  readonly last: string
  /** What gives this value room. */
  readonly do: string
  readonly ask: string
  /** The facet that goes with the value stands high, or low. */
  readonly fit: string
  readonly gap: string
}

/** Two facts that belong together; what they mean together. */
export type RelationTexts = { readonly say: Hedged; readonly ask: string }

/** Every sentence of debriefs by rules, in one language. All of them speak to the person ("You ..."). */
export type DebriefTexts = {
  readonly locale: Locale
  readonly status: TextStatus
  /** Named in every debrief; counted up when a text changes. */
  readonly version: string
  readonly headings: Readonly<Record<DebriefSection, string>>
  /** What stands before the tips of both kinds. */
  readonly tips: { readonly do: string; readonly avoid: string }
  /** The opening where the answers may not be the person's best word. */
  readonly quality: { readonly caution: string; readonly invalid: string }
  readonly facets: Readonly<Record<string, { readonly high: FacetTexts; readonly low: FacetTexts }>>
  readonly traits: Readonly<Record<Trait, Readonly<Record<'high' | 'middle' | 'low', Hedged>>>>
  /** For a trait whose facets stand far apart; the slots {high} and {low} are names of facets. */
  readonly spread: Readonly<Record<Trait, Hedged>>
  /** For somebody in whom hardly any scale of Focus leaves the middle. */
  readonly flat: Hedged
  /** By style, and `even` where no letter stands out. */
  readonly styles: Readonly<Record<string, StyleTexts>>
  /** For a letter clearly under the middle. */
  readonly letters: Readonly<Record<Letter, { readonly low: Hedged }>>
  readonly values: Readonly<Record<string, ValueTexts>>
  readonly relations: Readonly<Record<string, RelationTexts>>
  /** What a debrief cannot say. */
  readonly limits: Readonly<
    Record<'general' | 'use' | 'style' | 'unsureStyle' | 'values' | 'closeValues' | 'partial', string>
  >
}

/** Reads a locale's sentences. Throws an error that names the first one that is missing. */
export function readDebriefTexts(locale: Locale, root?: URL): DebriefTexts {
  const path = `locales/${locale}/debrief.json`
  const texts = readContent<DebriefTexts>(path, root)
  const missing = missingDebriefText(texts)
  if (missing) throw new Error(`content/${path} has no text for ${missing}`)
  return texts
}
