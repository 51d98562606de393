import { levelConfidence, levelOf, trueScore } from './level.ts'
import { normalCdf } from './normal.ts'
import type { FocusResult, FocusScale, FocusTrait, Trait, Unscored } from './results.ts'
import { round } from './round.ts'

/** A form: 30 facets in API order, each with its trait and the scale of the norm, and its items in order. */
export type FocusKeys = {
  readonly id: string
  readonly facets: readonly {
    readonly trait: Trait
    readonly facet: string
    /** N1..C6 as the IPIP names it; its first letter is the domain. */
    readonly scale: string
    /** -1 if the facet is the reverse of its IPIP scale (stability against Neuroticism). */
    readonly sign: number
    /** Numbers from 1, as `items[].n`. */
    readonly items: readonly number[]
  }[]
  /** `ipip` is +1 or -1 in the direction of the IPIP scale, which is the direction of the norm. */
  readonly items: readonly {
    readonly n: number
    /** The number of the statement in the 120 if it isn't `n`. */
    readonly statement?: number
    readonly facet: string
    readonly ipip: number
  }[]
}

export type Distribution = { readonly mean: number; readonly sd: number }
type Distributions = {
  readonly domains: Readonly<Record<string, Distribution>>
  readonly facets: Readonly<Record<string, Distribution>>
}

/**
 * A norm: raw means and SDs by IPIP scale, and the provisional ones that replace them. `sem`, in T, is what edition
 * 1.0.0 of the scoring uses for all scales of a kind.
 */
export type FocusNorm = {
  readonly id: string
  readonly sem: { readonly facet: number; readonly trait: number }
  readonly balanced: Distributions
  /** `scales` names the facets and traits whose score depends on a provisional figure. */
  readonly provisional: Distributions & { readonly scales: readonly string[] }
}

/** Reliabilities (0..1) by IPIP scale, from edition 1.1.0 of the scoring on. */
export type FocusReliability = {
  readonly id: string
  readonly domains: Readonly<Record<string, number>>
  readonly facets: Readonly<Record<string, number>>
}

/**
 * Scores the answers to a form (1..5 in item order, null where one is missing) against its norm. With four items a
 * facet, one missing answer per facet is replaced by the mean of the other three, up to a tenth of all; beyond that the
 * sheet is not scored and the reason is returned. With two a facet none may be missing, because one would have to stand
 * for both. Without reliabilities it scores as edition 1.0.0 did. Throws a RangeError on any other answer.
 */
export function scoreFocus(
  answers: readonly (number | null)[],
  keys: FocusKeys,
  norm: FocusNorm,
  reliability?: FocusReliability,
): FocusResult | Unscored {
  const count = keys.items.length
  if (answers.length !== count)
    throw new RangeError(`focus: expected ${count} answers, found ${answers.length}`)
  const result: Partial<Record<Trait, FocusTrait>> = {}
  let missing = 0
  for (const trait of prepare(keys, norm, reliability)) {
    const facets: Record<string, FocusScale> = {}
    let traitRaw = 0
    for (const facet of trait.facets) {
      let raw = 0
      let absent = 0
      for (const item of facet.items) {
        const answer = answers[item.at]
        if (answer === null) absent++
        else raw += keyed(answer, item)
      }
      const size = facet.items.length
      const mayMiss = size < 4 ? 0 : 1
      if (absent > mayMiss)
        return { unscored: `facet ${facet.name} has ${absent} missing answers, at most ${mayMiss} may be` }
      missing += absent
      if (absent === 1) raw = (raw * size) / (size - 1)
      facets[facet.name] = facet.scores[raw] ?? standardize(raw, facet)
      traitRaw += raw
    }
    const scale = trait.scores[traitRaw] ?? standardize(traitRaw, trait)
    result[trait.name] = { ...scale, facets }
  }
  if (missing > count / 10)
    return { unscored: `${missing} answers are missing, at most ${count / 10} may be` }
  return result as FocusResult
}

/** Neuroticism is reversed after standardizing, so that raw scores and norm stay comparable with the literature. */
function standardize(raw: number, scale: Scale): FocusScale {
  const z = (scale.sign * (raw - scale.mean)) / scale.sd
  const t = round(50 + 10 * z, 2)
  return Object.freeze({
    raw: round(raw, 2),
    t,
    score: Math.min(99, Math.max(1, round(100 * normalCdf(z), 1))),
    level: levelOf(t),
    ...certainty(t, scale),
  })
}

function certainty(
  t: number,
  { sem, reliability }: Scale,
): Pick<FocusScale, 'sem' | 'confidence' | 'sideConfidence'> {
  if (reliability === undefined) return { sem, confidence: round(levelConfidence(t, sem), 3) }
  const { confidence, sideConfidence } = trueScore(t, reliability)
  return { sem, confidence: round(confidence, 3), sideConfidence: round(sideConfidence, 3) }
}

function keyed(answer: number | undefined, item: Item): number {
  if (answer === undefined || !Number.isInteger(answer) || answer < 1 || answer > 5) {
    throw new RangeError(`focus[${item.at}]: expected a whole number from 1 to 5`)
  }
  return item.reversed ? 6 - answer : answer
}

type Item = { readonly at: number; readonly reversed: boolean }
type Scale = Distribution & {
  readonly sign: number
  readonly sem: number
  /** Undefined in edition 1.0.0. */
  readonly reliability: number | undefined
  /** The scale score for every raw sum, so that scoring a sheet takes only sums and look-ups. */
  readonly scores: readonly FocusScale[]
}
type PreparedFacet = Scale & { readonly name: string; readonly items: readonly Item[] }
type PreparedTrait = Scale & { readonly name: Trait; readonly facets: PreparedFacet[] }

type Prepared = {
  readonly keys: FocusKeys
  readonly norm: FocusNorm
  readonly traits: readonly PreparedTrait[]
}

const prepared = new WeakMap<FocusNorm | FocusReliability, Prepared>()

/** Forms, norms and reliabilities never change, so their tables are computed once. */
function prepare(
  keys: FocusKeys,
  norm: FocusNorm,
  reliability: FocusReliability | undefined,
): readonly PreparedTrait[] {
  const known = prepared.get(reliability ?? norm)
  if (known?.keys === keys && known.norm === norm) return known.traits
  const traits: PreparedTrait[] = []
  for (const facet of keys.facets) {
    let trait = traits.find(({ name }) => name === facet.trait)
    if (!trait) {
      const error = errorOf(norm, reliability, 'domains', facet.scale.charAt(0))
      const of = generalNorm(norm, 'domains', facet.scale.charAt(0))
      trait = { name: facet.trait, facets: [], ...table(of, facet.sign, error, keys.items.length) }
      traits.push(trait)
    }
    const of = generalNorm(norm, 'facets', facet.scale)
    const items = facet.items.map((n) => ({ at: n - 1, reversed: keys.items[n - 1]?.ipip === -1 }))
    trait.facets.push({
      name: facet.facet,
      items,
      ...table(of, facet.sign, errorOf(norm, reliability, 'facets', facet.scale), 5 * items.length),
    })
  }
  prepared.set(reliability ?? norm, { keys, norm, traits })
  return traits
}

/** Mean and SD of one IPIP scale in a norm: the provisional figures if there are any. */
export function generalNorm(norm: FocusNorm, kind: 'domains' | 'facets', scale: string): Distribution {
  const found = norm.provisional[kind][scale] ?? norm.balanced[kind][scale]
  if (!found) throw new RangeError(`norm ${norm.id} has no figures for ${scale}`)
  return found
}

type ScaleError = Pick<Scale, 'sem' | 'reliability'>

/** The standard error of a T score is 10·√(1 - ρ): Lord and Novick (1968), chapter 3. */
function errorOf(
  norm: FocusNorm,
  reliabilities: FocusReliability | undefined,
  kind: 'domains' | 'facets',
  scale: string,
): ScaleError {
  if (!reliabilities)
    return { sem: kind === 'facets' ? norm.sem.facet : norm.sem.trait, reliability: undefined }
  const reliability = reliabilities[kind][scale]
  if (reliability === undefined) throw new RangeError(`${reliabilities.id} has no reliability of ${scale}`)
  return { sem: round(10 * Math.sqrt(1 - reliability), 2), reliability }
}

function table({ mean, sd }: Distribution, sign: number, error: ScaleError, highest: number): Scale {
  const bare = { mean, sd, sign, ...error, scores: [] }
  const scores = Array.from({ length: highest + 1 }, (_, raw) => standardize(raw, bare))
  return { ...bare, scores }
}
