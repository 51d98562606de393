import { Link } from '@tanstack/react-router'
import { words } from './words.ts'

/** Why invites are blocked, shown before anything is typed. */
export function InvitesBlocked({ why }: { why: string }) {
  return (
    <div className="empty">
      <p>{why}</p>
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
