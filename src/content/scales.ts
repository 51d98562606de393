import items from '../../content/locales/en/items.json' with { type: 'json' }
import scales from '../../content/locales/en/scales.json' with { type: 'json' }
import type { Locale } from '../contract/locale.ts'

/** Names of everything that a result speaks of, by key. */
export type ScaleNames = {
  readonly levels: Readonly<Record<string, string>>
  readonly traits: Readonly<Record<string, { readonly name: string }>>
  readonly facets: Readonly<Record<string, { readonly name: string }>>
  readonly letters: Readonly<Record<string, { readonly name: string }>>
  readonly values: Readonly<Record<string, { readonly label: string; readonly bullet: string }>>
}

/** The names for a reader; English until a locale has its own files. */
export function scaleNames(locale: Locale): ScaleNames {
  return written[locale] ?? english
}

const english: ScaleNames = { ...scales, values: items.core.values }

const written: Partial<Record<Locale, ScaleNames>> = { en: english }
