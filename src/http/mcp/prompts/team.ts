import type { McpProfile } from '../profiles.ts'
import { runQuery } from '../queries.ts'
import { resolveTag } from '../tags.ts'
import { type Prompt, requiredArgument } from './prompt.ts'
import { teamMemberData } from './prompt-data.ts'
import { rules } from './rules.ts'

/** One page of a list. */
const maxMembers = 100

export const teamSnapshot: Prompt = {
  name: 'team_snapshot',
  title: 'Snapshot of a team',
  description:
    `What the people with one tag have in common and where they differ. Reads up to ${maxMembers} of ` +
    'them.',
  arguments: [
    {
      name: 'tag',
      description: 'The team: the label or the id of a tag from list_tags.',
      required: true,
      completes: 'tag',
    },
  ],
  queries: ['list_profiles_with_results', 'list_tags', 'get_tag'],
  instructions: `Summarize a team. The next message contains JSON from Timbre: the tag of the team, counts over its people, and the people by name.

people is how many have the tag, shown how many of them are listed: if it is fewer, say that the summary covers only those. counted is how many of the listed people are included in the counts; people whose quality is "invalid" are left out. Use the counts instead of counting yourself. If counted is below five, talk about single people and not about a team's pattern.

Write, in plain words and at most 500:
1. What many of them share, and what that may make easy.
2. Where they differ, and how the differences can complement each other.
3. What the team may overlook, as a question.
4. Three questions for the team to discuss.

Do not rank anyone by any score, and do not present anyone as a problem.

${rules}`,
  async data(args, context) {
    const tag = await resolveTag(context, 'tag', requiredArgument(args, 'tag'))
    const query = {
      tagIds: [tag.id],
      limit: maxMembers,
      sortProp: 'name',
      sortOrder: 'ascending',
    }
    const { resource, total = 0 } = await runQuery<McpProfile[]>(context, 'list_profiles_with_results', query)
    return {
      tag: { id: tag.id, label: tag.label },
      people: total,
      shown: resource.length,
      ...countsOf(resource),
      members: resource.map(teamMemberData),
    }
  },
}

/** Counts styles, levels and leading values of people whose answers are reliable. */
export function countsOf(people: readonly McpProfile[]) {
  const reliable = people.filter(({ quality }) => quality?.outcome !== 'invalid')
  const counted = reliable.filter(({ disc, focus, core }) => disc || focus || core)
  const focus: Record<string, Record<string, number>> = {}
  for (const person of counted) {
    for (const [trait, { level }] of Object.entries(person.focus ?? {})) {
      focus[trait] ??= { veryLow: 0, low: 0, baseline: 0, high: 0, veryHigh: 0 }
      focus[trait][level] = (focus[trait][level] ?? 0) + 1
    }
  }
  return {
    completed: people.filter(({ isCompleted }) => isCompleted).length,
    counted: counted.length,
    styles: tally(counted.flatMap(({ disc }) => (disc ? [disc.style] : []))),
    focusLevels: focus,
    leadingValues: tally(counted.flatMap(({ core }) => (core ? leadingValues(core) : []))),
  }
}

function leadingValues({ rank90, ...places }: NonNullable<McpProfile['core']>): string[] {
  return Object.values(places)
}

/** Sorted by frequency, then alphabetically. */
function tally(values: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  const sorted = [...counts].sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))
  return Object.fromEntries(sorted)
}
