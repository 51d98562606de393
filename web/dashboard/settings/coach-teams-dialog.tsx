import '../tagging/tagging.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { tagsQuery } from '../client/queries.ts'
import type { Coach } from '../client/types.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TagChip } from '../ui/tag-chip.tsx'

/** Chooses the tags whose people a coach sees. */
export function CoachTeamsDialog({
  coach,
  onClose,
  onSave,
}: {
  coach: Coach
  onClose: () => void
  onSave: (tagIds: readonly string[]) => Promise<void>
}) {
  const tags = useQuery(tagsQuery)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(coach.teams.map(({ id }) => id)))
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const save = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await onSave([...chosen])
      onClose()
    } catch (refusal) {
      setError(refusal)
      setBusy(false)
    }
  }
  const toggle = (id: string) => setChosen((before) => before.symmetricDifference(new Set([id])))
  return (
    <Dialog title={`Teams of ${coach.email}`} onClose={onClose}>
      <DialogForm
        verb="Save teams"
        isBusy={isBusy}
        isReady={!!tags.data}
        error={error}
        onSubmit={() => void save()}
        onClose={onClose}
      >
        <p>They see the people who have any of these tags, from their next click on.</p>
        {tags.error && <FailureNote error={tags.error} retry={() => void tags.refetch()} />}
        {tags.isPending && <Skeleton width="100%" height={132} />}
        {tags.data?.length === 0 && (
          <p>
            There are no tags yet. <Link to="/tags">Create the first one</Link>, then come back.
          </p>
        )}
        <ul className="tag-choices" data-of="many">
          {tags.data?.map(({ id, label, color, profileCount }) => (
            <li key={id}>
              <label>
                <input type="checkbox" checked={chosen.has(id)} onChange={() => toggle(id)} />
                <TagChip label={label} color={color} />
                <span className="note figures">{profileCount.toLocaleString('en-GB')}</span>
              </label>
            </li>
          ))}
        </ul>
      </DialogForm>
    </Dialog>
  )
}
