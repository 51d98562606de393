import type { CountedTag } from '../client/queries.ts'
import type { SavedTeam } from '../client/types.ts'
import { formatListWithAnd } from '../language/more-formats.ts'
import type { TeamFilter } from './queries.ts'
import { words } from './words.ts'

/** The heading: names of saved teams and tags, as far as they are loaded. */
export function teamTitle(
  { tagIds = [], savedTeamIds = [], profileIds }: TeamFilter,
  tags: readonly CountedTag[] | undefined,
  saved: readonly SavedTeam[] | undefined,
): string {
  if (profileIds) return words.chosenPeople
  if (tagIds.length + savedTeamIds.length === 0) return words.title
  const labels = [
    ...savedTeamIds.flatMap((id) => saved?.find((team) => team.id === id)?.name ?? []),
    ...tagIds.flatMap((id) => tags?.find((tag) => tag.id === id)?.label ?? []),
  ]
  return labels.length > 0 ? formatListWithAnd(labels) : words.team
}
