import { Link } from '@tanstack/react-router'
import type { Tag } from '../client/types.ts'
import { submitTagDeletion } from '../tagging/save-tag.ts'
import { TagChip } from '../ui/tag-chip.tsx'
import { pluralizePeople } from '../words/pluralize.ts'

/** One tag: its chip, its people, its actions. Deleting can be undone for ten seconds. */
export function TagRow({ tag, onEdit, onMembers }: { tag: Tag; onEdit: () => void; onMembers: () => void }) {
  const search = { tagIds: [tag.id] } as never
  return (
    <li className="row tag-row">
      <span className="tag-row-name">
        <TagChip label={tag.label} color={tag.color} />
      </span>
      <Link to="/people" search={search} className="figures tag-row-count">
        {pluralizePeople(tag.profiles.length)}
      </Link>
      <span className="row-actions tag-row-actions">
        <Link to="/teams" search={search} className="button button-small">
          As a team
        </Link>
        <button type="button" className="button button-small" onClick={onMembers}>
          People
        </button>
        <button type="button" className="button button-small" onClick={onEdit}>
          Edit
        </button>
        <button
          type="button"
          className="button button-small"
          aria-label={`Delete the tag ${tag.label}`}
          onClick={() => void submitTagDeletion(tag).catch(() => undefined)}
        >
          Delete
        </button>
      </span>
    </li>
  )
}
