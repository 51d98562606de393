import { itemsIn, scalesIn } from '../../content/texts.ts'
import type { Locale } from '../../contract/locale.ts'
import { letters, type Trait } from '../../scoring/results.ts'
import type { ScoreSide } from './certainty.ts'
import { type Facts, facetId, traitId } from './facts.ts'
import { type ModelFacts, modelFacts } from './model-facts.ts'

/** Where a person stands by one fact. */
export type FactLevel = {
  /** The word that a claim of this fact must have: a level, a style, a side, a value, an outcome. */
  readonly claim: string
  /** Above or below the middle; undefined where the fact has no such thing. */
  readonly side: ScoreSide | undefined
  /** Figures that a sentence about it may give. */
  readonly numbers: readonly number[]
}

/** By fact id. */
export type FactLevels = Readonly<Record<string, FactLevel>>

/** The facts as a model sees them: those of `modelFacts`, and for each letter on which side of the midline it stands. */
export function factsForModel(facts: Facts): ModelFacts {
  const baseFacts = modelFacts(facts)
  if (!facts.disc) return baseFacts
  const sided = letters.map((letter) => {
    const id = `disc.${letter.toLowerCase()}`
    return [id, { ...baseFacts[id], side: sideOfScore(Number(baseFacts[id]?.score)) }]
  })
  return { ...baseFacts, ...Object.fromEntries(sided) }
}

/** Points from the midline: half a standard deviation, as in the style itself. */
const clear = 6.25

function sideOfScore(score: number): ScoreSide {
  if (score > 50 + clear) return 'high'
  return score < 50 - clear ? 'low' : 'middle'
}

/** What may be claimed of each fact that is shown. */
export function factLevelsIn(shown: ModelFacts): FactLevels {
  const entries = Object.entries(shown).map(([id, fact]) => {
    const { level, style, value, outcome, side } = fact
    const factLevel: FactLevel = {
      claim: String(level ?? style ?? value ?? outcome ?? side),
      side: sideOf(id, side),
      numbers: Object.values(fact).filter((part) => typeof part === 'number'),
    }
    return [id, factLevel]
  })
  return Object.fromEntries(entries)
}

/** A style is made of the letters that stand out; values come first, or last. */
function sideOf(id: string, side: string | number | undefined): ScoreSide | undefined {
  if (side === 'high' || side === 'middle' || side === 'low') return side
  if (id === 'core.least') return 'low'
  return id === 'disc.style' || id.startsWith('core.') ? 'high' : undefined
}

/** What scales are called in the language of the text, in lower case, with the ids of their facts. */
export function factScaleNames({ focus }: Facts, locale: Locale): [name: string, id: string][] {
  const scales = scalesIn(locale)
  return Object.entries(focus ?? {}).flatMap(([key, { facets }]) => {
    const trait = key as Trait
    const inside = Object.keys(facets).map((facet): [string, string] => [
      scales.facets[facet]?.name.toLowerCase() ?? facet,
      facetId(trait, facet),
    ])
    return [[scales.traits[trait].name.toLowerCase(), traitId(trait)], ...inside]
  })
}

/** What all the values are called, in lower case, with their keys. */
export function factValueNames({ core }: Facts, locale: Locale): [name: string, key: string][] {
  const { values } = itemsIn(locale).core
  return (core?.ranked ?? []).map((key) => [values[key]?.label.toLowerCase() ?? key, key])
}
