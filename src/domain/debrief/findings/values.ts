import { isSureOf, scoreSideOf } from '../certainty.ts'
import { type CoreFact, type Facts, facetId, valueRanks } from '../facts.ts'
import { type Finding, findFacet, type ValueRank } from './finding.ts'
import { isFacetOnSide } from './scales.ts'

/** The facet in which a value shows, where there is one. */
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

const topPlaces = ['first', 'second', 'third'] as const
const allPlaces = [...valueRanks, 'least'] as const

export function valueFindings(facts: Facts): Finding[] {
  const { core } = facts
  if (!core) return []
  const ranked = allPlaces.flatMap((place) => {
    const value = valueAt(core, place)
    return value ? [placed(facts, value, place)] : []
  })
  const supported = topPlaces.flatMap((place) => shownValue(facts, core, place))
  return [...ranked, ...supported, ...closeValues(core)]
}

/** The key of the value at a place. */
function valueAt({ ranked }: CoreFact, rank: ValueRank): string | undefined {
  return rank === 'least' ? ranked.at(-1) : ranked[valueRanks.indexOf(rank)]
}

/** Whether a value is among the first three, or as many as are asked for. */
export function isTopValue({ core }: Facts, value: string, count: number = topPlaces.length): boolean {
  return core?.ranked.slice(0, count).includes(value) ?? false
}

function placed(facts: Facts, value: string, place: ValueRank): Finding {
  return {
    id: `value.${place}.${value}`,
    subject: { kind: 'value', value, place },
    salience: { first: 14, second: 9, third: 7, fourth: 2, fifth: 1, least: 8 }[place],
    sure: facts.quality === 'ok',
    evidence: [`core.${place}`],
    facets: [],
    traits: [],
    parts: ['value'],
    holds: ({ core }) => core !== undefined && valueAt(core, place) === value,
  }
}

/** A value of the first three beside its facet: both point the same way, or they do not. */
function shownValue(facts: Facts, core: CoreFact, rank: (typeof topPlaces)[number]): Finding[] {
  const value = valueAt(core, rank) ?? ''
  const facet = facetOfValue[value] ?? ''
  const found = findFacet(facts, facet)
  if (!found || !isSureOf({ quality: 'ok' }, found.scale)) return []
  const side = scoreSideOf(found.scale)
  if (side === 'middle') return []
  const kind = side === 'high' ? 'fit' : 'gap'
  const finding: Finding = {
    id: `${kind}.${value}`,
    subject: { kind, value },
    salience: Math.abs(found.scale.t - 50) + { first: 6, second: 3, third: 1 }[rank],
    sure: isSureOf(facts, found.scale),
    evidence: [`core.${rank}`, facetId(found.trait, facet)],
    facets: [facet],
    traits: [found.trait],
    parts: ['value', 'relation', side === 'high' ? 'strength' : 'watchOut'],
    holds: (other) => isTopValue(other, value) && isFacetOnSide(other, facet, side),
  }
  return [finding]
}

/** The first neighbours among the first three whose order may be the other way round. */
function closeValues({ ranked, close }: CoreFact): Finding[] {
  const at = [0, 1].find((place) => close.some(([higher]) => higher === ranked[place]))
  if (at === undefined) return []
  const [higher = '', lower = ''] = ranked.slice(at, at + 2)
  const isClose = ({ core }: Facts) =>
    core?.close.some(([one, other]) => one === higher && other === lower) ?? false
  return [
    {
      id: `closeValues.${higher}.${lower}`,
      subject: { kind: 'closeValues', higher, lower },
      salience: 5,
      sure: true,
      evidence: topPlaces.slice(at, at + 2).map((place) => `core.${place}`),
      facets: [],
      traits: [],
      parts: [],
      holds: isClose,
    },
  ]
}
