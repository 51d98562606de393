import { Link } from '@tanstack/react-router'
import type { Tag } from '../api/types.ts'

/** Before anybody is chosen: the next step. */
export function WayIn({ tags }: { tags: readonly Tag[] | undefined }) {
  const hasTags = tags !== undefined && tags.length > 0
  return (
    <div className="empty">
      <p className="finding">
        {hasTags ? 'Choose one tag or more above.' : 'There is no tag to choose a team by yet.'}
      </p>
      <p>
        {hasTags
          ? 'Whoever has any of them stands on one map, with traits and values beside it. '
          : 'Give people a tag in the list, and they stand here as a team. '}
        You can also choose two people or more in the list, then press “See as a team”.
      </p>
      <Link className={hasTags ? 'button' : 'button button-main'} to="/people">
        Choose in the list
      </Link>
    </div>
  )
}
