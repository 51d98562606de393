import { Link } from '@tanstack/react-router'

/** Why invites are blocked, shown before anything is typed. */
export function InvitesBlocked({ why }: { why: string }) {
  return (
    <div className="empty">
      <p>{why}</p>
      <p className="note">People, their results and exports are there as before.</p>
      <div className="page-actions">
        <Link className="button" to="/people">
          Go to People
        </Link>
        <Link className="button" to="/usage">
          See what is used
        </Link>
      </div>
    </div>
  )
}
