import { useNavigate } from '@tanstack/react-router'
import type { CountedTag } from '../client/queries.ts'
import { Icon } from '../ui/icon.tsx'
import { TagChip } from '../ui/tag-chip.tsx'
import type { TeamSearch } from './search.ts'

/** All tags with their number of people. The team is everyone with any of the selected tags. */
export function TeamTagFilter({ tags, chosen }: { tags: readonly CountedTag[]; chosen: readonly string[] }) {
  const navigate = useNavigate()
  const turn = (id: string) => {
    // From the address at that time: a second click can come before the first is rendered.
    const search = ({ tagIds: before = [] }: TeamSearch) => {
      const tagIds = before.includes(id) ? before.filter((one) => one !== id) : [...before, id]
      return tagIds.length > 0 ? { tagIds } : {}
    }
    void navigate({ to: '/teams', search, resetScroll: false })
  }
  return (
    <ul className="team-tags" aria-label="Tags">
      {tags.map(({ id, label, color, profileCount }) => (
        <li key={id}>
          <button
            type="button"
            className="team-tag"
            aria-pressed={chosen.includes(id)}
            onClick={() => turn(id)}
          >
            <span className="team-tag-sign">{chosen.includes(id) && <Icon name="check" size={16} />}</span>
            <TagChip label={label} color={color} />
            <span className="figures">
              {profileCount.toLocaleString('en-GB')}
              <span className="out-of-sight"> {profileCount === 1 ? 'person' : 'people'}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
