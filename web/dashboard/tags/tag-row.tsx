import { Link } from '@tanstack/react-router'
import type { CountedTag } from '../client/queries.ts'
import { count, fill } from '../language/fill.ts'
import { Menu } from '../ui/menu.tsx'
import { TagChip } from '../ui/tag-chip.tsx'
import { words } from './words.ts'

/** One tag: its chip, its people, its actions. */
export function TagRow({
  tag,
  onEdit,
  onMembers,
  onDelete,
}: {
  tag: CountedTag
  onEdit: () => void
  onMembers: () => void
  onDelete: () => void
}) {
  const search = { tagIds: [tag.id] } as never
  return (
    <li className="row tag-row">
      <span className="tag-row-name">
        <TagChip label={tag.label} color={tag.color} />
      </span>
      <Link to="/people" search={search} className="figures tag-row-count">
        {count(words.peopleWithTag, tag.profileCount)}
      </Link>
      <span className="row-actions tag-row-actions">
        <Link to="/teams" search={search} className="button button-small">
          {words.asTeam}
        </Link>
        <button type="button" className="plain-button" onClick={onMembers}>
          {words.people}
        </button>
        <Menu
          label={fill(words.menu, { tag: tag.label })}
          items={[
            { label: words.edit, run: onEdit },
            { label: words.delete, run: onDelete },
          ]}
        />
      </span>
    </li>
  )
}
