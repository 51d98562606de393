import '../tagging/tagging.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { tagsQuery } from '../client/queries.ts'
import { savedTeamsQuery } from '../client/saved-teams.ts'
import type { Coach } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { formatNumber } from '../language/formats.ts'
import { Sentence } from '../language/sentence.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TagChip } from '../ui/tag-chip.tsx'
import { words } from './words.ts'

/** Ids of the teams whose people a coach sees. */
export type CoachTeams = { tagIds: readonly string[]; savedTeamIds: readonly string[] }

export function teamsOf({ teams, savedTeams }: Coach): CoachTeams {
  return { tagIds: teams.map(({ id }) => id), savedTeamIds: savedTeams.map(({ id }) => id) }
}

/** Chooses the tags and saved teams whose people a coach sees. */
export function CoachTeamsDialog({
  coach,
  onClose,
  onSave,
}: {
  coach: Coach
  onClose: () => void
  onSave: (teams: CoachTeams) => Promise<void>
}) {
  const tags = useQuery(tagsQuery)
  const saved = useQuery(savedTeamsQuery)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => {
    const { tagIds, savedTeamIds } = teamsOf(coach)
    return new Set([...tagIds, ...savedTeamIds])
  })
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const save = async () => {
    setBusy(true)
    setError(undefined)
    try {
      const among = (of: readonly { id: string }[] | undefined) =>
        (of ?? []).flatMap(({ id }) => (chosen.has(id) ? [id] : []))
      await onSave({ tagIds: among(tags.data), savedTeamIds: among(saved.data) })
      onClose()
    } catch (refusal) {
      setError(refusal)
      setBusy(false)
    }
  }
  const toggle = (id: string) => setChosen((before) => before.symmetricDifference(new Set([id])))
  return (
    <Dialog title={fill(words.coachTeams.title, { coach: coach.email })} onClose={onClose}>
      <DialogForm
        verb={words.coachTeams.verb}
        isBusy={isBusy}
        isReady={!!tags.data && !!saved.data}
        error={error}
        onSubmit={() => void save()}
        onClose={onClose}
      >
        <p>{words.coachTeams.text}</p>
        {tags.error && <FailureNote error={tags.error} retry={() => void tags.refetch()} />}
        {tags.isPending && <Skeleton width="100%" height={132} />}
        {tags.data?.length === 0 && (
          <p>
            <Sentence
              text={words.coachTeams.noTags}
              marks={{ link: (inner) => <Link to="/tags">{inner}</Link> }}
            />
          </p>
        )}
        {saved.error && <FailureNote error={saved.error} retry={() => void saved.refetch()} />}
        {saved.data && saved.data.length > 0 && (
          <ul className="tag-choices" data-of="many" aria-label={words.coachTeams.savedTeams}>
            {saved.data.map(({ id, name, color, profileCount }) => (
              <li key={id}>
                <label>
                  <input type="checkbox" checked={chosen.has(id)} onChange={() => toggle(id)} />
                  <TagChip label={name} color={color} />
                  <span className="note figures">{formatNumber(profileCount)}</span>
                </label>
              </li>
            ))}
          </ul>
        )}
        <ul className="tag-choices" data-of="many" aria-label={words.coachTeams.tags}>
          {tags.data?.map(({ id, label, color, profileCount }) => (
            <li key={id}>
              <label>
                <input type="checkbox" checked={chosen.has(id)} onChange={() => toggle(id)} />
                <TagChip label={label} color={color} />
                <span className="note figures">{formatNumber(profileCount)}</span>
              </label>
            </li>
          ))}
        </ul>
      </DialogForm>
    </Dialog>
  )
}
