import type { PersonScore, TeamPerson } from '../../../src/charts/person.ts'
import { teamDial } from '../../../src/charts/team-dial.ts'
import { teamValues } from '../../../src/charts/team-values.ts'
import { traitSpread } from '../../../src/charts/trait-spread.ts'
import type { Team, TeamMember } from '../client/types.ts'
import { levelWords } from '../words/result-names.ts'

/** The charts of a team with their English texts; each only if it has data. */
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
            title:
              'One stroke a person; press one to open that person. The tall stroke is the median; the numbers are lowest, median, highest.',
            table: { ...words, summary: 'Traits as a table' },
          }),
        }
      : {}),
    ...(team.values.length > 0
      ? {
          values: teamValues(team.values, people, {
            title: 'People who have it among their first five.',
            table: { ...words, summary: 'Values as a table' },
          }),
        }
      : {}),
  }
}

/** The map alone. */
export function teamMap(people: readonly TeamMember[]): string {
  return teamDial(people.map(drawnOf), {
    picture: 'Map of the people between D, I, S and C; the table has the same figures.',
    title:
      'Where each stands between D, I, S and C; a dot opens the person. The rays are longer where more people stand.',
    table: { ...words, summary: 'Map as a table' },
  })
}

/** The name. People without one have a number as initials. */
export function memberName({ name, initials }: Pick<TeamMember, 'name' | 'initials'>): string {
  return name ?? `Person ${initials} (no name)`
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

const words = {
  name: 'Name',
  style: 'Style',
  scale: 'Scale',
  lowest: 'Lowest',
  median: 'Median',
  highest: 'Highest',
  spread: 'Spread',
  value: 'Value',
  count: 'How many',
  who: 'Who',
}
