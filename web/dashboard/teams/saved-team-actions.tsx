import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { errorMessage } from '../client/api-error.ts'
import type { SavedTeam, Team } from '../client/types.ts'
import { joinSentences } from '../language/formats.ts'
import { showToast } from '../ui/toasts.tsx'
import type { TeamFilter } from './queries.ts'
import { deleteTeam } from './save-team.ts'
import { SavedTeamDialog } from './saved-team-dialog.tsx'
import { SavedTeamPeople } from './saved-team-people.tsx'
import { words } from './words.ts'

/** What can be done with the chosen saved team, or how the shown people become one. */
export function SavedTeamActions({
  team,
  chosen,
  saved,
}: {
  team: Team | undefined
  chosen: TeamFilter
  saved: readonly SavedTeam[] | undefined
}) {
  const navigate = useNavigate()
  const [open, setOpen] = useState<'save' | 'edit' | 'people'>()
  const [id, ...more] = chosen.savedTeamIds ?? []
  const own = more.length === 0 && !chosen.tagIds ? saved?.find((one) => one.id === id) : undefined
  const close = () => setOpen(undefined)
  const remove = async (one: SavedTeam) => {
    try {
      await deleteTeam(one)
      await navigate({ to: '/teams' })
    } catch (error) {
      showToast(joinSentences([words.saved.notDeleted, errorMessage(error)]))
    }
  }
  if (own)
    return (
      <p className="saved-team-actions">
        {own.note !== null && <span className="note saved-team-words">{own.note}</span>}
        <button type="button" className="button button-small" onClick={() => setOpen('people')}>
          {words.saved.people}
        </button>
        <button type="button" className="button button-small" onClick={() => setOpen('edit')}>
          {words.saved.edit}
        </button>
        <button type="button" className="button button-small" onClick={() => void remove(own)}>
          {words.saved.delete}
        </button>
        {open === 'people' && <SavedTeamPeople team={own} onClose={close} />}
        {open === 'edit' && <SavedTeamDialog team={own} onClose={close} />}
      </p>
    )
  const people = team?.profileCount ?? 0
  if (people === 0 || people > mostPeople) return null
  return (
    <p className="saved-team-actions">
      <button type="button" className="button button-small" onClick={() => setOpen('save')}>
        {words.saved.create}
      </button>
      {open === 'save' && (
        <SavedTeamDialog
          chosen={chosen}
          people={people}
          onSaved={(savedTeamId) => void navigate({ to: '/teams', search: { savedTeamIds: [savedTeamId] } })}
          onClose={close}
        />
      )}
    </p>
  )
}

/** A saved team has no more people. */
const mostPeople = 500
