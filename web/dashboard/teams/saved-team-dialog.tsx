import '../tagging/tagging.css'
import { type FormEvent, useState } from 'react'
import { errorMessage } from '../client/api-error.ts'
import type { SavedTeam } from '../client/types.ts'
import { useIdempotencyKey } from '../client/use-idempotency-key.ts'
import { count } from '../language/fill.ts'
import { ColorChoice } from '../tagging/color-choice.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import type { TeamFilter } from './queries.ts'
import { changeTeam, createTeam } from './save-team.ts'
import { words } from './words.ts'

/** Saves the shown people as a team, or changes name, note and color of one. */
export function SavedTeamDialog({
  team,
  chosen = {},
  people = 0,
  onSaved,
  onClose,
}: {
  team?: SavedTeam
  /** Who becomes a new team, and how many they are. */
  chosen?: TeamFilter
  people?: number
  onSaved?: (savedTeamId: string) => void
  onClose: () => void
}) {
  const texts = words.savedTeam
  const [name, setName] = useState(team?.name ?? '')
  const [note, setNote] = useState(team?.note ?? '')
  const [color, setColor] = useState<SavedTeam['color']>(team?.color ?? 'zinc')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const intention = useIdempotencyKey()
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return setProblem(texts.nameMissing)
    setBusy(true)
    const looks = { name: name.trim(), note: note.trim() || null, color }
    try {
      if (team) await changeTeam(team, looks)
      else onSaved?.(await createTeam(looks, chosen, intention.keyFor({ looks, chosen })))
      onClose()
    } catch (error) {
      setProblem(errorMessage(error, texts.tryAgain))
      setBusy(false)
    }
  }
  return (
    <Dialog title={team ? texts.editTitle : texts.createTitle} onClose={onClose}>
      <form onSubmit={save} noValidate>
        {!team && <p className="saved-team-people">{count(texts.people, people)}</p>}
        <label className="field-label">
          {texts.name}
          <input
            className="field"
            value={name}
            maxLength={60}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? 'team-problem' : undefined}
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        {problem && (
          <p id="team-problem" className="field-problem tag-problem" role="alert">
            <Icon name="warning" size={16} />
            {problem}
          </p>
        )}
        <label className="field-label saved-team-note">
          {texts.note}
          <input
            className="field"
            value={note}
            maxLength={500}
            onChange={(event) => setNote(event.target.value)}
          />
        </label>
        <ColorChoice legend={texts.color} color={color} onChoose={setColor} />
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {words.cancel}
          </button>
          <button type="submit" className="button button-main" disabled={isBusy}>
            {texts.verb}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
