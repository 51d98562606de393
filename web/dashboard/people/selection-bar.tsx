import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { count } from '../language/fill.ts'
import { Icon } from '../ui/icon.tsx'
import { words } from './words.ts'

/** Bulk actions for the selected people. Actions without permission are hidden. */
export function SelectionBar({
  profileIds,
  selectAll,
  maySend,
  mayTag,
  onTags,
  onInvite,
  onExport,
  onClear,
}: {
  profileIds: readonly string[]
  /** Offered when a whole page is selected and more match. */
  selectAll: ReactNode
  maySend: boolean
  mayTag: boolean
  onTags: () => void
  onInvite: () => void
  onExport: () => void
  onClear: () => void
}) {
  const { selection } = words
  const { length } = profileIds
  const search = { profileIds }
  return (
    <section className="selection-bar" aria-label={selection.label}>
      <p role="status" className="figures">
        {count(selection.selected, length)}
      </p>
      <button type="button" className="icon-button" aria-label={selection.clear} onClick={onClear}>
        <Icon name="close" />
      </button>
      {selectAll}
      <div className="selection-actions">
        {mayTag && (
          <button type="button" className="button button-small" onClick={onTags}>
            {selection.tags}
          </button>
        )}
        {maySend && (
          <button type="button" className="button button-small" onClick={onInvite}>
            {selection.invite}
          </button>
        )}
        {length >= 2 && length <= 4 && (
          <Link className="button button-small" to="/compare" search={search}>
            {selection.compare}
          </Link>
        )}
        {length >= 2 && length <= 100 && (
          <Link className="button button-small" to="/teams" search={search}>
            {selection.team}
          </Link>
        )}
        <button type="button" className="button button-small" onClick={onExport}>
          {words.export}
        </button>
      </div>
    </section>
  )
}
