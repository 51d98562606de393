import type { Letter } from '../../../scoring/results.ts'
import { isSureOf, isSureStyle, scoreSideOf } from '../certainty.ts'
import { type CoreFact, type Facts, facetId, valueRanks } from '../facts.ts'
import { firstLetter } from './disc-letters.ts'
import { type Finding, findFacet, type ValueRank } from './finding.ts'
import { isFacetOnSide } from './scales.ts'

/** The facet in which a value shows, if there is one. */
const facetOfValue: Readonly<Record<string, string>> = {
  freedom: 'innovativeness',
  wisdom: 'intellectualCuriosity',
  adventure: 'adventureSeeking',
  enjoyment: 'cheerfulness',
  achievement: 'goalOriented',
  influence: 'leadership',
  wealth: 'goalOriented',
  recognition: 'sociability',
  security: 'prudence',
  tradition: 'responsibility',
  familyHappiness: 'friendliness',
  care: 'compassion',
  fairness: 'integrity',
}

export const topRanks = ['first', 'second', 'third'] as const

export function valueFindings(facts: Facts): Finding[] {
  const { core } = facts
  if (!core) return []
  const ranked = valueRanks.flatMap((rank) => {
    const value = valueOfRank(core, rank)
    return value ? [rankFinding(facts, value, rank)] : []
  })
  // Two values may have the same facet; it is told of the higher one.
  const supported = topRanks
    .flatMap((rank) => valueWithFacet(facts, core, rank))
    .filter(({ facets }, at, all) => all.findIndex((other) => other.facets[0] === facets[0]) === at)
  return [topValues(facts, core), ...ranked, ...supported, ...withLeadingLetter(facts, core)]
}

/** The key of the value at a rank. */
export function valueOfRank(core: CoreFact, rank: ValueRank): string | undefined {
  return core.ranked[valueRanks.indexOf(rank)]
}

/** Whether a value is among the first `count`, three by default. */
export function isTopValue({ core }: Facts, value: string, count: number = topRanks.length): boolean {
  return core?.ranked.slice(0, count).includes(value) ?? false
}

function rankFinding(facts: Facts, value: string, rank: ValueRank): Finding {
  return {
    id: `value.${rank}.${value}`,
    subject: { kind: 'value', value, rank },
    salience: { first: 14, second: 9, third: 7, fourth: 2, fifth: 1 }[rank],
    sure: facts.quality === 'ok' && isSureOfTop(facts.core, value),
    evidence: [`core.${rank}`],
    facets: [],
    traits: [],
    roles: ['value'],
    isTrueOf: ({ core }) => core !== undefined && valueOfRank(core, rank) === value,
  }
}

/** The first three values, whatever their order among each other: that is less certain than which they are. */
function topValues(facts: Facts, core: CoreFact): Finding {
  const values = core.ranked.slice(0, topRanks.length)
  return {
    id: `topValues.${values.join('.')}`,
    subject: { kind: 'topValues', values },
    salience: 15,
    sure: facts.quality === 'ok' && values.every((value) => isSureOfTop(core, value)),
    evidence: topRanks.map((rank) => `core.${rank}`),
    facets: [],
    traits: [],
    roles: [],
    isTrueOf: (other) => other.core !== undefined && values.every((value) => isTopValue(other, value)),
  }
}

/** The first value together with the leading letter of DISC. */
function withLeadingLetter(facts: Facts, core: CoreFact): Finding[] {
  const letter = firstLetter(facts)
  const [value] = core.ranked
  if (!facts.disc || !letter || !value) return []
  const finding: Finding = {
    id: `letterWithValue.${letter}.${value}`,
    subject: { kind: 'letterWithValue', letter: letter as Letter, value },
    salience: 13,
    sure: isSureStyle(facts, facts.disc) && isSureOfTop(core, value),
    evidence: ['disc.style', 'core.first'],
    facets: [],
    traits: [],
    roles: [],
    isTrueOf: (other) => firstLetter(other) === letter && isTopValue(other, value),
  }
  return [finding]
}

/** Whether a value's true rank is very probably among the first five. Unknown for results of scoring 1.0.0. */
export function isSureOfTop(core: CoreFact | undefined, value: string): boolean {
  const [, worst = Infinity] = core?.intervals?.[value] ?? []
  return worst <= valueRanks.length
}

/** A top value together with its facet: both point the same way, or they don't. */
function valueWithFacet(facts: Facts, core: CoreFact, rank: (typeof topRanks)[number]): Finding[] {
  const value = valueOfRank(core, rank) ?? ''
  const facet = facetOfValue[value] ?? ''
  const facetScale = findFacet(facts, facet)
  if (!facetScale || !isSureOf({ quality: 'ok' }, facetScale.scale)) return []
  const side = scoreSideOf(facetScale.scale)
  if (side === 'middle') return []
  const kind = side === 'high' ? 'fit' : 'gap'
  const finding: Finding = {
    id: `${kind}.${value}`,
    subject: { kind, value },
    salience: Math.abs(facetScale.scale.t - 50) + { first: 6, second: 3, third: 1 }[rank],
    sure: isSureOf(facts, facetScale.scale),
    evidence: [`core.${rank}`, facetId(facetScale.trait, facet)],
    facets: [facet],
    traits: [facetScale.trait],
    roles: ['value', 'relation', side === 'high' ? 'strength' : 'watchOut'],
    isTrueOf: (other) => isTopValue(other, value) && isFacetOnSide(other, facet, side),
  }
  return [finding]
}
