import { Link } from '@tanstack/react-router'
import type { CountedTag } from '../client/queries.ts'
import { useRights } from '../client/rights.ts'
import { joinSentences } from '../language/formats.ts'
import { words } from './words.ts'

/** The first step when no team is chosen. Without tags, or permission to see them, it links to the list. */
export function TeamsIntro({ tags }: { tags: readonly CountedTag[] | undefined }) {
  const { isCoach } = useRights()
  const { finding, first } = isCoach && tags?.length === 0 ? withoutTeams : wordsFor(tags)
  return (
    <div className="empty">
      <p className="finding">{finding}</p>
      <p>{joinSentences([...first, intro.selectInList])}</p>
      <Link className={tags && tags.length > 0 ? 'button' : 'button button-main'} to="/people">
        {words.chooseInList}
      </Link>
    </div>
  )
}

const { intro } = words
const withoutTeams = { finding: intro.noTeams, first: [intro.noTeamsText] }

/** The first step, and what comes before the way through the list. */
function wordsFor(tags: readonly CountedTag[] | undefined): { finding: string; first: string[] } {
  if (!tags) return { finding: intro.choosePeople, first: [] }
  return tags.length === 0
    ? { finding: intro.noTags, first: [intro.noTagsText] }
    : { finding: intro.pickTags, first: [intro.pickTagsText] }
}
