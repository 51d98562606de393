import type { Locale } from '../contract/locale.ts'
import type { Letter, Level, Trait } from '../scoring/results.ts'
import { readContent } from './content-file.ts'
import { focusForm } from './forms.ts'
import type { TextStatus } from './items.ts'

/** A scale's display name, and a sentence each on what a high and a low score mean. */
export type ScaleText = { readonly name: string; readonly high: string; readonly low: string }

/** `towards` and `effort` are plural noun phrases: "moves towards ...", "... take more out of you". */
export type LetterText = { readonly name: string; readonly towards: string; readonly effort: string }

/** Names and level texts of all scales, in one language. The sentences address the person ("You ..."). */
export type Scales = {
  readonly locale: Locale
  readonly status: TextStatus
  readonly levels: Readonly<Record<Level, string>>
  readonly traits: Readonly<Record<Trait, ScaleText>>
  /** By facet key, as the API spells it. */
  readonly facets: Readonly<Record<string, ScaleText>>
  readonly letters: Readonly<Record<Letter, LetterText>>
}

/** Reads a locale's names. Throws an error that names the first scale that is missing. */
export function readScales(locale: Locale, root?: URL): Scales {
  const scales = readContent<Scales>(`locales/${locale}/scales.json`, root)
  for (const { trait, facet } of focusForm.facets) {
    const texts = { [trait]: scales.traits[trait], [facet]: scales.facets[facet] }
    for (const [key, text] of Object.entries(texts)) {
      if (text?.name && text.high && text.low) continue
      throw new Error(`content/locales/${locale}/scales.json has no text for ${key}`)
    }
  }
  return scales
}
