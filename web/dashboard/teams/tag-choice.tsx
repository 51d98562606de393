import { useNavigate } from '@tanstack/react-router'
import type { Tag } from '../api/types.ts'
import { Icon } from '../ui/icon.tsx'
import { TagChip } from '../ui/tag-chip.tsx'

/** Every tag with how many people have it; those that are pressed make the team, whoever has any of them. */
export function TagChoice({ tags, chosen }: { tags: readonly Tag[]; chosen: readonly string[] }) {
  const navigate = useNavigate()
  const turn = (id: string) => {
    const tagIds = chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]
    void navigate({ to: '/teams', search: tagIds.length > 0 ? { tagIds } : {}, resetScroll: false })
  }
  return (
    <ul className="team-tags" aria-label="Tags">
      {tags.map(({ id, label, color, profiles }) => (
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
              {profiles.length.toLocaleString('en-GB')}
              <span className="out-of-sight"> {profiles.length === 1 ? 'person' : 'people'}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
