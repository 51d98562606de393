import type { Items } from '../../content/items.ts'
import type { Scales } from '../../content/scales.ts'
import { itemsIn, scalesIn } from '../../content/texts.ts'
import type { Locale } from '../../contract/locale.ts'

/** Names of everything that a result mentions: levels, traits, facets, letters and values. */
export type ScaleNames = Pick<Scales, 'levels' | 'traits' | 'facets' | 'letters'> &
  Pick<Items['core'], 'values'>

/** The names in the reader's language. */
export function localizedScaleNames(locale: Locale): ScaleNames {
  const { levels, traits, facets, letters } = scalesIn(locale)
  return { levels, traits, facets, letters, values: itemsIn(locale).core.values }
}
