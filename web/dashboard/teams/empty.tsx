import { Link } from '@tanstack/react-router'
import { ApiError } from '../client/api-error.ts'
import { useRights } from '../client/rights.ts'
import type { Team } from '../client/types.ts'
import { count, fill } from '../language/fill.ts'
import { joinSentences } from '../language/formats.ts'
import { FailureNote } from '../ui/failure-note.tsx'
import type { TeamFilter } from './queries.ts'
import { words } from './words.ts'

/** A team needs two people: what exists, and how to get a team. */
export function TooFew({
  team: { lede, profileCount, resultCount },
  chosen,
}: {
  team: Team
  chosen: TeamFilter
}) {
  // Coaches neither invite nor tag.
  const { isCoach } = useRights()
  const waiting = profileCount - resultCount
  const narrowed = { ...(chosen.tagIds ? { tagIds: chosen.tagIds } : {}), isCompleted: false }
  return (
    <div className="empty">
      <p className="finding">{lede}</p>
      {!isCoach && (
        <p>
          {joinSentences([...(waiting > 0 ? [count(words.tooFew.waiting, waiting)] : []), words.tooFew.text])}
        </p>
      )}
      <p className="page-actions">
        {waiting > 0 && (
          <Link className="button" to="/people" search={narrowed}>
            {words.tooFew.seeWaiting}
          </Link>
        )}
        {!isCoach && (
          <Link className="button" to={chosen.tagIds ? '/tags' : '/people'}>
            {chosen.tagIds ? words.tooFew.changeTag : words.tooFew.chooseOthers}
          </Link>
        )}
      </p>
    </div>
  )
}

/** Why there is no team to show. The API refuses too many people; its message is explained. */
export function TeamFailure({ error, retry }: { error: unknown; retry: () => void }) {
  if (!(error instanceof ApiError) || error.status !== 400) return <FailureNote error={error} retry={retry} />
  return (
    <div className="empty" role="alert">
      <p className="finding">{words.tooMany.finding}</p>
      <p>{fill(words.tooMany.reason, { reason: error.message.split('. ')[0] ?? '' })}</p>
      <p>{words.tooMany.text}</p>
      <Link className="button" to="/people">
        {words.chooseInList}
      </Link>
    </div>
  )
}
