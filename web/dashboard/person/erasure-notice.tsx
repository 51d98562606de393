import { useState } from 'react'
import { useRights } from '../client/rights.ts'
import type { Profile } from '../client/types.ts'
import { Icon } from '../ui/icon.tsx'
import { When } from '../ui/when.tsx'
import { shortPersonName } from '../words/person-name.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { exportPerson } from './export-person.ts'

/** The person asked for deletion: since when, and what to do. Nothing is deleted automatically. */
export function ErasureNotice({ profile, since }: { profile: Profile; since: string | null }) {
  const [isDeleting, setDeleting] = useState(false)
  const { mayRead, mayChange } = useRights()
  if (!since) return null
  return (
    <section className="person-notice" aria-label="Request to erase">
      <Icon name="warning" />
      <div>
        <p>
          {profile.firstName ? <bdi>{shortPersonName(profile)}</bdi> : 'This person'} asked on{' '}
          <When at={since} style="date" /> to have everything erased.
        </p>
        <p className="note">
          Delete the profile, or tell them why you may keep it. Within a month is usual, and the law in many
          places. If they want their data, download it first: afterwards nothing is left.
        </p>
      </div>
      <div className="page-actions">
        {mayRead && (
          <button type="button" className="button button-small" onClick={() => void exportPerson(profile)}>
            Download
          </button>
        )}
        {mayChange && (
          <button type="button" className="button button-small" onClick={() => setDeleting(true)}>
            Delete
          </button>
        )}
      </div>
      {isDeleting && <DeleteDialog profile={profile} onClose={() => setDeleting(false)} />}
    </section>
  )
}
