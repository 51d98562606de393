import type { Locale } from '../contract/locale.ts'
import type { Letter, Trait } from '../scoring/results.ts'
import { readContent } from './content-file.ts'
import { missingDebriefText } from './debrief-completeness.ts'
import type { TextStatus } from './items.ts'

/** The sections of a debrief, in reading order. */
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

/** A plain version if the fact is certain, and a hedged one otherwise. */
export type Hedged = {
  /** Variants with the same meaning. A person always gets the same one. */
  readonly sure: readonly string[]
  readonly likely: readonly string[]
}

/** The texts for one side of a facet. */
export type FacetTexts = {
  /** What the person does, and its benefit. */
  readonly say: Hedged
  /** What it costs, or what it turns into under pressure. */
  readonly strain: string
  /** What colleagues should do or avoid; exactly one of the two. */
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
  /** As the first value, in two variants, and as the second and third. */
  readonly first: readonly string[]
  readonly second: string
  readonly third: string
  /** As the least important of the thirteen. */
  readonly last: string
  /** What helps the person to live this value. */
  readonly do: string
  readonly ask: string
  /** The facet related to the value is high, or low. */
  readonly fit: string
  readonly gap: string
}

/** What two related facts mean together. */
export type RelationTexts = { readonly say: Hedged; readonly ask: string }

/** Every sentence of rule-based debriefs, in one language. All address the person ("You ..."). */
export type DebriefTexts = {
  readonly locale: Locale
  readonly status: TextStatus
  /** Part of every debrief; raised when a text changes. */
  readonly version: string
  readonly headings: Readonly<Record<DebriefSection, string>>
  /** The introductions of the two kinds of tips. */
  readonly tips: { readonly do: string; readonly avoid: string }
  /** The opening if the answers may be unreliable. */
  readonly quality: { readonly caution: string; readonly invalid: string }
  readonly facets: Readonly<Record<string, { readonly high: FacetTexts; readonly low: FacetTexts }>>
  readonly traits: Readonly<Record<Trait, Readonly<Record<'high' | 'middle' | 'low', Hedged>>>>
  /** For a trait whose facets differ widely; the slots {high} and {low} are names of facets. */
  readonly spread: Readonly<Record<Trait, Hedged>>
  /** For a person with hardly any Focus scale off the baseline. */
  readonly flat: Hedged
  /** By style, and `even` if no letter stands out. */
  readonly styles: Readonly<Record<string, StyleTexts>>
  /** For a letter clearly below the midline. */
  readonly letters: Readonly<Record<Letter, { readonly low: Hedged }>>
  readonly values: Readonly<Record<string, ValueTexts>>
  readonly relations: Readonly<Record<string, RelationTexts>>
  /** What a debrief cannot say. */
  readonly limits: Readonly<
    Record<
      'general' | 'short' | 'use' | 'style' | 'unsureStyle' | 'values' | 'closeValues' | 'partial',
      string
    >
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
