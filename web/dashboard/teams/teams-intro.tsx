import { Link } from '@tanstack/react-router'
import type { CountedTag } from '../client/queries.ts'
import { useRights } from '../client/rights.ts'

/** The first step when no team is chosen. Without tags, or permission to see them, it links to the list. */
export function TeamsIntro({ tags }: { tags: readonly CountedTag[] | undefined }) {
  const { isCoach } = useRights()
  const { finding, first } = isCoach && tags?.length === 0 ? withoutTeams : wordsFor(tags)
  return (
    <div className="empty">
      <p className="finding">{finding}</p>
      <p>{first} You can also select two or more people in the list, then press “See as a team”.</p>
      <Link className={tags && tags.length > 0 ? 'button' : 'button button-main'} to="/people">
        Choose in the list
      </Link>
    </div>
  )
}

const withoutTeams = {
  finding: 'You have no teams yet.',
  first: 'Ask an owner of this account to choose them in Settings.',
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
    finding: 'Pick one or more tags above.',
    first: 'We’ll show everyone with those tags as one team: a DISC map, shared traits and values.',
  }
}
