import { Link } from '@tanstack/react-router'
import type { CountedTag } from '../client/queries.ts'

/** The first step when no team is chosen. Without tags, or permission to see them, it links to the list. */
export function TeamsIntro({ tags }: { tags: readonly CountedTag[] | undefined }) {
  const { finding, first } = wordsFor(tags)
  return (
    <div className="empty">
      <p className="finding">{finding}</p>
      <p>{first} Two people or more can also be chosen in the list: then press “See as a team”.</p>
      <Link className={tags && tags.length > 0 ? 'button' : 'button button-main'} to="/people">
        Choose in the list
      </Link>
    </div>
  )
}

function wordsFor(tags: readonly CountedTag[] | undefined): { finding: string; first: string } {
  if (!tags) return { finding: 'Choose the people first.', first: '' }
  if (tags.length === 0) {
    return {
      finding: 'There is no tag to choose a team by yet.',
      first: 'Give people a tag in the list, and they stand here as a team.',
    }
  }
  return {
    finding: 'Choose one tag or more above.',
    first: 'Whoever has any of them stands on one map, with traits and values beside it.',
  }
}
