import type { PersonScore, TeamPerson } from '../../../src/charts/person.ts'
import { teamDial } from '../../../src/charts/team-dial.ts'
import { teamValues } from '../../../src/charts/team-values.ts'
import { traitSpread } from '../../../src/charts/trait-spread.ts'
import type { Team, TeamMember } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { languageTag } from '../language/language.ts'
import { levelWords } from '../words/result-names.ts'
import { words } from './words.ts'

const { columns, ...charts } = words.charts

/** The charts of a team with their texts; each only if it has data. */
export function teamFigures(team: Team): { map?: string; traits?: string; values?: string } {
  const people = team.people.map(drawnOf)
  const strips = team.traits.map((trait) => ({
    ...trait,
    scores: team.people.flatMap((person) => {
      const score = scoreOf(person, trait.trait)
      return score ? [{ ...score, id: person.id }] : []
    }),
  }))
  return {
    ...(people.some(({ disc }) => disc) ? { map: teamMap(team.people) } : {}),
    ...(strips.length > 0
      ? {
          traits: traitSpread(strips, people, {
            languageTag,
            title: charts.traits.title,
            table: { ...columns, summary: charts.traits.summary },
          }),
        }
      : {}),
    ...(team.values.length > 0
      ? {
          values: teamValues(team.values, people, {
            title: charts.values.title,
            table: { ...columns, summary: charts.values.summary },
          }),
        }
      : {}),
  }
}

/** The map alone. */
export function teamMap(people: readonly TeamMember[]): string {
  return teamDial(people.map(drawnOf), {
    languageTag,
    picture: charts.map.picture,
    title: charts.map.title,
    table: { ...columns, summary: charts.map.summary },
  })
}

/** The name. People without one have a number as initials. */
export function memberName({ name, initials }: Pick<TeamMember, 'name' | 'initials'>): string {
  return name ?? fill(words.nameless, { initials })
}

/** A person's score on a trait, or on a facet if the API returns it, as charts take it. */
export function scoreOf({ focus }: TeamMember, trait: string, facet?: string): PersonScore | undefined {
  const scale = facet === undefined ? focus?.[trait] : focus?.[trait]?.facets?.[facet]
  if (!scale) return undefined
  const { t, sem, score, level } = scale
  return { t, sem, score, level, levelWord: levelWords[level] }
}

function drawnOf(member: TeamMember): TeamPerson {
  return {
    id: member.id,
    name: memberName(member),
    initials: member.initials,
    disc: member.disc,
    href: `/people/${member.id}`,
  }
}
