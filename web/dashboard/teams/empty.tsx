import { Link } from '@tanstack/react-router'
import { ApiError } from '../client/api-error.ts'
import type { Team } from '../client/types.ts'
import { FailureNote } from '../ui/failure-note.tsx'
import type { TeamFilter } from './queries.ts'

/** A team needs two people: what exists, and how to get a team. */
export function TooFew({
  team: { lede, profileCount, resultCount },
  chosen,
}: {
  team: Team
  chosen: TeamFilter
}) {
  const waiting = profileCount - resultCount
  const narrowed = { ...(chosen.tagIds ? { tagIds: chosen.tagIds } : {}), isCompleted: false }
  return (
    <div className="empty">
      <p className="finding">{lede}</p>
      <p>
        {waiting > 0
          ? `${waiting === 1 ? 'One has' : `${waiting} have`} not completed anything yet: send an invite again. `
          : ''}
        Choose another tag as well, or give this one to more people.
      </p>
      <p className="page-actions">
        {waiting > 0 && (
          <Link className="button" to="/people" search={narrowed}>
            See who is not done
          </Link>
        )}
        <Link className="button" to={chosen.tagIds ? '/tags' : '/people'}>
          {chosen.tagIds ? 'Change who has a tag' : 'Choose others in the list'}
        </Link>
      </p>
    </div>
  )
}

/** Why there is no team to show. The API refuses too many people; its message is explained. */
export function TeamFailure({ error, retry }: { error: unknown; retry: () => void }) {
  if (!(error instanceof ApiError) || error.status !== 400) return <FailureNote error={error} retry={retry} />
  return (
    <div className="empty" role="alert">
      <p className="finding">These are too many to set beside each other.</p>
      <p>{error.message.split('. ')[0]}. With fewer people, everyone on the map could be recognized.</p>
      <p>Choose fewer tags, or choose people in the list, then press “See as a team”.</p>
      <Link className="button" to="/people">
        Choose in the list
      </Link>
    </div>
  )
}
