import { letters, type Trait } from '../../scoring/results.ts'
import { isSureOf, isSureStyle, scoreSideOf } from './certainty.ts'
import { type Facts, facetId, lastValue, type ScaleFact, traitId, valueRanks } from './facts.ts'

/** By fact id: words from our own fixed lists, and whole numbers. */
export type ModelFacts = Readonly<Record<string, Readonly<Record<string, string | number>>>>

/**
 * What a language model may see of a person: levels with whole percentile and T, letters, ranks, and the certainty of
 * each. None of it was written by a person, so none of it can inject instructions.
 */
export function modelFacts(facts: Facts): ModelFacts {
  return {
    'quality.outcome': { outcome: facts.quality },
    ...focusFacts(facts),
    ...discFacts(facts),
    ...coreFacts(facts),
  }
}

function focusFacts(facts: Facts): ModelFacts {
  const toFact = (scale: ScaleFact) => ({
    level: scale.level,
    side: scoreSideOf(scale),
    certainty: certainty(isSureOf(facts, scale)),
    percentile: Math.round(scale.percentile),
    t: Math.round(scale.t),
  })
  const entries = Object.entries(facts.focus ?? {}).flatMap(([name, { facets, ...trait }]) => [
    [traitId(name as Trait), toFact(trait)],
    ...Object.entries(facets).map(([facet, scale]) => [facetId(name as Trait, facet), toFact(scale)]),
  ])
  return Object.fromEntries(entries)
}

function discFacts({ disc, ...facts }: Facts): ModelFacts {
  if (!disc) return {}
  const scores = letters.map((letter) => [
    `disc.${letter.toLowerCase()}`,
    { score: Math.round(disc.scores[letter]) },
  ])
  return {
    'disc.style': { style: disc.style, certainty: certainty(isSureStyle(facts, disc)) },
    ...Object.fromEntries(scores),
  }
}

function coreFacts({ core }: Facts): ModelFacts {
  if (!core) return {}
  const toFact = (key: string) => {
    const [, next] = core.close.find(([higher]) => higher === key) ?? []
    return { value: key, ...(next && { closeTo: next }) }
  }
  const ranked = valueRanks.map((rank, at) => [`core.${rank}`, toFact(core.ranked[at] ?? '')])
  const last = lastValue(core)
  return { ...Object.fromEntries(ranked), ...(last && { 'core.least': toFact(last) }) }
}

function certainty(sure: boolean): 'sure' | 'likely' {
  return sure ? 'sure' : 'likely'
}
