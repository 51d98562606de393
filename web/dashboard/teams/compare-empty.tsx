import { Link } from '@tanstack/react-router'
import type { Team } from '../client/types.ts'

/** Comparing needs two people: says who is missing, with a search. */
export function NotTwoYet({ team }: { team: Team | undefined }) {
  const isOne = team?.people.length === 1
  return (
    <div className="empty">
      <p className="finding">{isOne ? 'One person, and none beside them yet.' : 'No one to compare yet.'}</p>
      <p>
        {isOne ? 'Add one to three more above. ' : 'Add two to four people above. '}
        Only people with results can be set side by side. In the list, choose them and press “Compare”.
      </p>
      <Link className="button" to="/people">
        Choose in the list
      </Link>
    </div>
  )
}
