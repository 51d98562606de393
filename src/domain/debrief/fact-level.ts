import { itemsIn, scalesIn } from '../../content/texts.ts'
import type { Locale } from '../../contract/locale.ts'
import { letters, type Trait } from '../../scoring/results.ts'
import type { ScoreSide } from './certainty.ts'
import { type Facts, facetId, traitId } from './facts.ts'
import { type ModelFacts, modelFacts } from './model-facts.ts'

/** What one fact says about the person. */
export type FactLevel = {
  /** The word that a claim about this fact must use: a level, style, side, value or outcome. */
  readonly claim: string
  /** Above or below the middle; undefined if that doesn't apply to the fact. */
  readonly side: ScoreSide | undefined
  /** Numbers that a sentence about it may contain. */
  readonly numbers: readonly number[]
}

/** By fact id. */
export type FactLevels = Readonly<Record<string, FactLevel>>

/** The facts as the model sees them: those of `modelFacts` and, for each letter, its side of the midline. */
export function factsForModel(facts: Facts): ModelFacts {
  const baseFacts = modelFacts(facts)
  if (!facts.disc) return baseFacts
  const lettersWithSide = letters.map((letter) => {
    const id = `disc.${letter.toLowerCase()}`
    return [id, { ...baseFacts[id], side: sideOfScore(Number(baseFacts[id]?.score)) }]
  })
  return { ...baseFacts, ...Object.fromEntries(lettersWithSide) }
}

/** Points from the midline: half a standard deviation, as for the style itself. */
const clearDistance = 6.25

function sideOfScore(score: number): ScoreSide {
  if (score > 50 + clearDistance) return 'high'
  return score < 50 - clearDistance ? 'low' : 'middle'
}

/** What may be claimed about each fact. */
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

/** A style consists of the letters that stand out; a value is among the first or the last. */
function sideOf(id: string, side: string | number | undefined): ScoreSide | undefined {
  if (side === 'high' || side === 'middle' || side === 'low') return side
  if (id === 'core.least') return 'low'
  return id === 'disc.style' || id.startsWith('core.') ? 'high' : undefined
}

/** Names of the scales in the language of the text, in lower case, with their fact ids. */
export function factScaleNames({ focus }: Facts, locale: Locale): [name: string, id: string][] {
  const scales = scalesIn(locale)
  return Object.entries(focus ?? {}).flatMap(([key, { facets }]) => {
    const trait = key as Trait
    const facetNames = Object.keys(facets).map((facet): [string, string] => [
      scales.facets[facet]?.name.toLowerCase() ?? facet,
      facetId(trait, facet),
    ])
    return [[scales.traits[trait].name.toLowerCase(), traitId(trait)], ...facetNames]
  })
}

/** Names of all values, in lower case, with their keys. */
export function factValueNames({ core }: Facts, locale: Locale): [name: string, key: string][] {
  const { values } = itemsIn(locale).core
  return (core?.ranked ?? []).map((key) => [values[key]?.label.toLowerCase() ?? key, key])
}
