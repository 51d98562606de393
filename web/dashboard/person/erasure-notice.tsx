import { useState } from 'react'
import { useRights } from '../client/rights.ts'
import type { Profile } from '../client/types.ts'
import { Sentence } from '../language/sentence.tsx'
import { Icon } from '../ui/icon.tsx'
import { When } from '../ui/when.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { exportPerson } from './export-person.ts'
import { words } from './words.ts'

/** The person asked for deletion: since when, and what to do. Nothing is deleted automatically. */
export function ErasureNotice({ profile, since }: { profile: Profile; since: string | null }) {
  const [isDeleting, setDeleting] = useState(false)
  const { mayRead, mayChange } = useRights()
  if (!since) return null
  return (
    <section className="person-notice" aria-label={words.erasure.label}>
      <Icon name="warning" />
      <div>
        <p>
          <Sentence
            text={profile.firstName ? words.erasure.named : words.erasure.unnamed}
            slots={{ name: <bdi>{profile.firstName}</bdi>, date: <When at={since} style="date" /> }}
          />
        </p>
        <p className="note">{words.erasure.help}</p>
      </div>
      <div className="page-actions">
        {mayRead && (
          <button type="button" className="button button-small" onClick={() => void exportPerson(profile)}>
            {words.erasure.download}
          </button>
        )}
        {mayChange && (
          <button type="button" className="button button-small" onClick={() => setDeleting(true)}>
            {words.delete.button}
          </button>
        )}
      </div>
      {isDeleting && <DeleteDialog profile={profile} onClose={() => setDeleting(false)} />}
    </section>
  )
}
