import type { ReactNode } from 'react'
import type { ProfileTag } from '../client/types.ts'
import { TagChip } from '../ui/tag-chip.tsx'
import type { TagChange } from './tag-change.ts'
import { plannedText } from './tag-change-texts.ts'
import { words } from './words.ts'

/** What will be added and removed, shown before saving. Empty if nothing changes. */
export function TagDifference({ children }: { children: ReactNode }) {
  return (
    <div className="tag-difference" role="status">
      {children || <p className="note">{words.difference.none}</p>}
    </div>
  )
}

/** For one person: the tags. */
export function PersonTagDifference({ changes }: { changes: readonly TagChange[] }) {
  const tagsOf = (side: 'add' | 'remove') =>
    changes.filter((change) => change[side].length > 0).map(({ tag }) => tag)
  return (
    <dl className="tag-sides">
      <Side name={words.difference.added} tags={tagsOf('add')} />
      <Side name={words.difference.removed} tags={tagsOf('remove')} />
    </dl>
  )
}

/** For several people: how many get or lose each tag. */
export function PeopleTagDifference({ changes }: { changes: readonly TagChange[] }) {
  return (
    <ul>
      {changes.map((change) => (
        <li key={change.tag.id}>{plannedText(change)}</li>
      ))}
    </ul>
  )
}

function Side({ name, tags }: { name: string; tags: readonly ProfileTag[] }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {tags.length === 0
          ? words.difference.nothing
          : tags.map(({ id, label, color }) => <TagChip key={id} label={label} color={color} />)}
      </dd>
    </div>
  )
}
