import type { LetterKey, LetterScores } from '../../charts/dial.ts'
import type { Reading, TraitReading } from '../../charts/reading.ts'
import type { ValueReading } from '../../charts/values.ts'
import type { ScaleText } from '../../content/scales.ts'
import type { CoreResult, DiscResult, FocusResult, FocusScale, Letter, Trait } from '../../scoring/results.ts'
import type { LocalFocus } from '../norm/local-focus.ts'
import type { ScaleNames } from './names.ts'

/** Focus results with the names that a chart writes next to them, in the order of the instrument. */
export function traitReadings(
  focus: FocusResult,
  names: ScaleNames,
  local?: LocalFocus['scores'],
): TraitReading[] {
  return (Object.keys(names.traits) as Trait[]).flatMap((key) => {
    const trait = focus[key]
    if (!trait) return []
    const facets = Object.entries(trait.facets).map(([facet, scale]) =>
      reading(facet, scale, names.facets[facet], names, local?.[key].facets[facet]?.score),
    )
    return [{ ...reading(key, trait, names.traits[key], names, local?.[key].score), facets }]
  })
}

/** The thirteen values from first to last with their labels and one-line explanations. */
export function valueReadings(core: CoreResult, names: ScaleNames): ValueReading[] {
  return core.ranked.map(({ key, utility, se, rank90 }) => {
    const words = names.values[key]
    const shown = { key, label: words?.label ?? key, note: words?.bullet ?? '', utility, se }
    return rank90 ? { ...shown, places: rank90 } : shown
  })
}

/** The four letters in the shape that the charts take. */
export function letterValues({ d, i, s, c }: DiscResult): LetterScores {
  return { d, i, s, c }
}

/** Names of the four letters in the shape that the charts take. */
export function letterNames(names: ScaleNames): Record<LetterKey, string> {
  const name = (letter: Letter) => names.letters[letter].name
  return { d: name('D'), i: name('I'), s: name('S'), c: name('C') }
}

function reading(
  key: string,
  scale: FocusScale,
  text: ScaleText | undefined,
  names: ScaleNames,
  localScore?: number,
): Reading {
  const { t, sem, score, level } = scale
  const shown = {
    key,
    label: text?.name ?? key,
    t,
    sem,
    score,
    level,
    levelWord: names.levels[level],
    ...(text && { meaning: { high: text.high, low: text.low } }),
  }
  return localScore === undefined ? shown : { ...shown, localScore }
}
