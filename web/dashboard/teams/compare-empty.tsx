import { Link } from '@tanstack/react-router'
import type { Team } from '../client/types.ts'
import { joinSentences } from '../language/formats.ts'
import { words } from './words.ts'

/** Comparing needs two people: says who is missing, with a search. */
export function NotTwoYet({ team }: { team: Team | undefined }) {
  const isOne = team?.people.length === 1
  const { noOne, noOneText, onlyOne, onlyOneText, needsResults } = words.compare
  return (
    <div className="empty">
      <p className="finding">{isOne ? onlyOne : noOne}</p>
      <p>{joinSentences([isOne ? onlyOneText : noOneText, needsResults])}</p>
      <Link className="button" to="/people">
        {words.chooseInList}
      </Link>
    </div>
  )
}
