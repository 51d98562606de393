import { fullName } from '../../contract/full-name.ts'
import type { CoreResult, DiscResult, FocusResult, FocusScale } from '../../scoring/results.ts'
import { initialsOf } from './initials.ts'
import type { TeamMemberRow, TeamResultRow } from './store.ts'
import type { TeamMember, TeamMemberScale } from './team-member.ts'

/** The people of a team with their results, in the order of the rows. */
export function toTeamMembers(
  rows: readonly TeamMemberRow[],
  results: readonly TeamResultRow[],
): TeamMember[] {
  const names = rows.map(nameOrAddress)
  const initials = initialsOf(names)
  return rows.map(({ id, quality }, at) => {
    const own = results.filter(({ profileId }) => profileId === id)
    const resultOf = (assessment: string) => scored(own.find((one) => one.assessment === assessment)?.result)
    const [disc, focus, core] = [resultOf('disc'), resultOf('focus'), resultOf('core')]
    return {
      id,
      name: fullName(names[at] ?? noName),
      initials: initials[at] ?? '',
      quality: quality?.outcome ?? null,
      disc: disc ? discOf(disc as DiscResult) : null,
      focus: focus ? focusOf(focus as FocusResult) : null,
      core: core ? coreOf(core as CoreResult) : null,
    }
  })
}

const noName = { firstName: null, lastName: null }

/** Someone without a name is known by what is before the @ of their email address. */
function nameOrAddress({ firstName, lastName, email }: TeamMemberRow): Parameters<typeof fullName>[0] {
  if (fullName({ firstName, lastName }) !== null) return { firstName, lastName }
  return { firstName: email?.split('@')[0] || null, lastName: null }
}

/** An answer sheet that could not be scored is stored with the reason in place of scores. */
function scored(result: unknown): object | undefined {
  return typeof result === 'object' && result !== null && !('unscored' in result) ? result : undefined
}

/** The same people without facets, which only comparisons of a few people show. */
export function omitFacets(people: readonly TeamMember[]): TeamMember[] {
  return people.map((person) => ({
    ...person,
    focus:
      person.focus &&
      Object.fromEntries(
        Object.entries(person.focus).map(([trait, { facets: _, ...scale }]) => [trait, scale]),
      ),
  }))
}

function discOf({ style, d, i, s, c }: DiscResult): TeamMember['disc'] {
  return { style, d, i, s, c }
}

function focusOf(focus: FocusResult): NonNullable<TeamMember['focus']> {
  return Object.fromEntries(
    Object.entries(focus).map(([trait, { facets, ...scale }]) => {
      const inside = Object.entries(facets).map(([facet, one]) => [facet, scaleOf(one)])
      return [trait, { ...scaleOf(scale), facets: Object.fromEntries(inside) }]
    }),
  )
}

function scaleOf({ score, t, sem, level }: Omit<FocusScale, 'raw'>): TeamMemberScale {
  return { score, t, sem, level }
}

function coreOf({ first, second, third, fourth, fifth }: CoreResult): string[] {
  return [first, second, third, fourth, fifth]
}
