import { Link } from '@tanstack/react-router'
import { Icon } from '../ui/icon.tsx'

/** Bulk actions for the selected people. Actions without permission are hidden. */
export function SelectionBar({
  profileIds,
  maySend,
  mayTag,
  onTags,
  onInvite,
  onExport,
  onClear,
}: {
  profileIds: readonly string[]
  maySend: boolean
  mayTag: boolean
  onTags: () => void
  onInvite: () => void
  onExport: () => void
  onClear: () => void
}) {
  const count = profileIds.length
  const search = { profileIds }
  return (
    <section className="selection-bar" aria-label="Chosen people">
      <p role="status" className="figures">
        {count.toLocaleString('en-GB')} selected
      </p>
      <button type="button" className="icon-button" aria-label="Clear selection" onClick={onClear}>
        <Icon name="close" />
      </button>
      <div className="selection-actions">
        {mayTag && (
          <button type="button" className="button button-small" onClick={onTags}>
            Change tags
          </button>
        )}
        {maySend && (
          <button type="button" className="button button-small" onClick={onInvite}>
            Send invites
          </button>
        )}
        {count >= 2 && count <= 4 && (
          <Link className="button button-small" to="/compare" search={search}>
            Compare
          </Link>
        )}
        {count >= 2 && count <= 100 && (
          <Link className="button button-small" to="/teams" search={search}>
            See as a team
          </Link>
        )}
        <button type="button" className="button button-small" onClick={onExport}>
          Export
        </button>
      </div>
    </section>
  )
}
