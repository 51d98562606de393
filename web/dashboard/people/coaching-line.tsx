import { useQuery } from '@tanstack/react-query'
import { accountQuery, tagsQuery } from '../client/queries.ts'
import { savedTeamsQuery } from '../client/saved-teams.ts'
import { count } from '../language/fill.ts'
import { formatListWithAnd } from '../language/more-formats.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { words } from './words.ts'

/** Why a coach sees these people: “You coach Design: 8 people”. */
export function CoachingLine() {
  const account = useQuery(accountQuery).data
  const tags = useQuery(tagsQuery)
  const saved = useQuery(savedTeamsQuery)
  if (tags.isLoading || saved.isLoading || !account)
    return (
      <p className="page-lede">
        <Skeleton width={240} height={16} />
      </p>
    )
  const names = [
    ...(saved.data ?? []).map(({ name }) => name),
    ...(tags.data ?? []).map(({ label }) => label),
  ]
  if (names.length === 0) return null
  return (
    <p className="page-lede">
      {count(words.coaching, account.usage.profiles, { teams: formatListWithAnd(names) })}
    </p>
  )
}
