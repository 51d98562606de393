import { rangeByChance } from './spread.ts'
import type { TeamMember } from './team-member.ts'

/** One trait or facet of a team: the people's T scores, lowest first, with the standard error of one score. */
export type TeamScale = {
  key: string
  /** The trait itself, or the facet's trait. */
  trait: string
  sem: number
  scores: readonly { id: string; t: number }[]
  /** The distance from the lowest to the highest T score. */
  range: number
}

/** Every trait, each before its facets, on which at least two people have a score. */
export function teamScales(people: readonly TeamMember[]): { traits: TeamScale[]; facets: TeamScale[] } {
  const taken = people.filter(({ focus }) => focus !== null)
  const [first] = taken
  if (!first?.focus || taken.length < 2) return { traits: [], facets: [] }
  const traits = Object.keys(first.focus)
  return {
    traits: traits.map((trait) => scale(taken, trait, trait)),
    facets: traits.flatMap((trait) =>
      Object.keys(first.focus?.[trait]?.facets ?? {}).map((facet) => scale(taken, trait, facet)),
    ),
  }
}

/** Whether measurement error alone produces such a large range in no more than the given share of teams. */
export function isBeyondError({ scores, range, sem }: TeamScale, chance: number): boolean {
  return range > rangeByChance(scores.length, chance) * sem
}

/** Ids of people. */
export type Ends = { low: string[]; high: string[] }

/** The people of the lowest and of the highest third of the range: any two of them differ by at least a third of it. */
export function endsOf({ scores, range }: TeamScale): Ends {
  const [lowest, highest] = [scores[0]?.t ?? 0, scores.at(-1)?.t ?? 0]
  return {
    low: scores.filter(({ t }) => t <= lowest + range / 3).map(({ id }) => id),
    high: scores
      .filter(({ t }) => t >= highest - range / 3)
      .map(({ id }) => id)
      .reverse(),
  }
}

function scale(people: readonly TeamMember[], trait: string, key: string): TeamScale {
  const entries = people.flatMap(({ id, focus }) => {
    const own = focus?.[trait]
    const one = key === trait ? own : own?.facets?.[key]
    return one ? [{ id, t: one.t, sem: one.sem }] : []
  })
  const scores = entries.sort((entry, other) => entry.t - other.t).map(({ id, t }) => ({ id, t }))
  const range = (scores.at(-1)?.t ?? 0) - (scores[0]?.t ?? 0)
  return { key, trait, sem: Math.max(...entries.map(({ sem }) => sem)), scores, range }
}
