import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Profile, ProfileTag } from '../api/types.ts'
import { tagsQuery } from '../app/queries.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { shortNameOf } from '../ui/person-name.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { TagChip } from '../ui/tag-chip.tsx'
import { DialogForm } from './dialog-form.tsx'
import { tagChange } from './tag-change.ts'
import { changeTags } from './tag-writing.ts'

/** The set of a person's tags; what it would add and take away stands there before it is saved. */
export function TagsDialog({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const all = useQuery(tagsQuery)
  const [chosen, setChosen] = useState<readonly ProfileTag[]>(profile.tags ?? [])
  const change = tagChange(profile.tags ?? [], chosen)
  const isChanged = change.added.length + change.removed.length > 0
  return (
    <Dialog title={`Tags of ${shortNameOf(profile)}`} onClose={onClose}>
      <DialogForm
        verb="Save tags"
        isBusy={false}
        isReady={isChanged}
        onSubmit={() => {
          onClose()
          void changeTags(profile.id, change)
        }}
        onClose={onClose}
      >
        {all.isPending && <Skeleton width="100%" height={160} />}
        {all.error && <FailureNote error={all.error} retry={() => void all.refetch()} />}
        {all.data?.length === 0 && (
          <p>
            There are no tags yet. <Link to="/tags">Make the first one</Link>, then come back.
          </p>
        )}
        {all.data && all.data.length > 0 && (
          <fieldset className="person-choices">
            <legend className="out-of-sight">Tags</legend>
            {all.data.map(({ id, label, color }) => (
              <label key={id}>
                <input
                  type="checkbox"
                  checked={chosen.some((one) => one.id === id)}
                  onChange={(event) =>
                    setChosen(
                      event.target.checked
                        ? [...chosen, { id, label, color }]
                        : chosen.filter((one) => one.id !== id),
                    )
                  }
                />
                <TagChip label={label} color={color} />
              </label>
            ))}
          </fieldset>
        )}
        <dl className="person-change" aria-live="polite">
          <Changed name="Added" tags={change.added} />
          <Changed name="Removed" tags={change.removed} />
        </dl>
      </DialogForm>
    </Dialog>
  )
}

function Changed({ name, tags }: { name: string; tags: readonly ProfileTag[] }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {tags.length === 0
          ? 'nothing'
          : tags.map(({ id, label, color }) => <TagChip key={id} label={label} color={color} />)}
      </dd>
    </div>
  )
}
