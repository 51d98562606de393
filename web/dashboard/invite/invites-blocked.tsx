import { Link } from '@tanstack/react-router'
import { useUnsaidReason } from '../client/unsaid-reason.ts'
import { words } from './words.ts'

/** Invites are blocked, shown before anything is typed: why, unless the notice above the page says it. */
export function InvitesBlocked() {
  const why = useUnsaidReason()
  return (
    <div className="empty">
      {why !== undefined && <p>{why}</p>}
      <p className="note">{words.blocked.text}</p>
      <div className="page-actions">
        <Link className="button" to="/people">
          {words.goToPeople}
        </Link>
        <Link className="button" to="/usage">
          {words.blocked.seeUsage}
        </Link>
      </div>
    </div>
  )
}
