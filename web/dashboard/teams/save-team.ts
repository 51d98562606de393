import { errorMessage } from '../client/api-error.ts'
import { call } from '../client/call.ts'
import { queryClient } from '../client/queries.ts'
import { keys } from '../client/query-keys.ts'
import type { SavedTeam } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { joinSentences } from '../language/formats.ts'
import { showToast } from '../ui/toasts.tsx'
import { newTeam, type TeamLooks } from './new-team.ts'
import type { TeamFilter } from './queries.ts'
import { words } from './words.ts'

const { saved } = words

/** Saves a new team of everyone who is chosen, also those without results, and returns its id. */
export async function createTeam(
  looks: TeamLooks,
  filter: TeamFilter,
  idempotencyKey: string,
): Promise<string> {
  const { savedTeam } = await call('POST /saved-team', { body: newTeam(looks, filter), idempotencyKey })
  await refresh()
  return savedTeam.id
}

export async function changeTeam(team: SavedTeam, looks: TeamLooks): Promise<void> {
  await patch(team.id, looks)
  const { name, note, color } = team
  showToast(fill(saved.done, { team: looks.name }), { undo: () => patch(team.id, { name, note, color }) })
}

/** Adds and removes people, with an undo. */
export async function changePeople(
  team: SavedTeam,
  { added, removed }: { added: readonly string[]; removed: readonly string[] },
): Promise<void> {
  await writePeople(team.id, added, removed)
  showToast(fill(saved.peopleDone, { team: team.name }), {
    undo: () => writePeople(team.id, removed, added),
  })
}

/** Deletes the team. Undo saves a new one with the same people and another id, to which no coach is limited. */
export async function deleteTeam(team: SavedTeam): Promise<void> {
  const path = { savedTeamId: team.id }
  const { savedTeam } = await call('GET /saved-team/{savedTeamId}', { path })
  await call('DELETE /saved-team/{savedTeamId}', { path })
  await refresh()
  const { name, note, color, profiles } = savedTeam
  const undo = async () => {
    try {
      await createTeam({ name, note, color }, { profileIds: profiles }, crypto.randomUUID())
      showToast(fill(saved.restored, { team: name }))
    } catch (error) {
      showToast(joinSentences([fill(saved.notRestored, { team: name }), errorMessage(error)]))
    }
  }
  showToast(fill(saved.deleted, { team: name }), { undo })
}

async function patch(savedTeamId: string, looks: TeamLooks): Promise<void> {
  await call('PATCH /saved-team/{savedTeamId}', { path: { savedTeamId }, body: looks })
  await refresh()
}

async function writePeople(
  savedTeamId: string,
  added: readonly string[],
  removed: readonly string[],
): Promise<void> {
  const path = { savedTeamId }
  // First those who leave, so that a full team has room.
  if (removed.length > 0)
    await call('DELETE /saved-team/{savedTeamId}/profiles', { path, body: { profileIds: [...removed] } })
  if (added.length > 0)
    await call('POST /saved-team/{savedTeamId}/profiles', { path, body: { profileIds: [...added] } })
  await refresh()
}

async function refresh(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: keys.savedTeams })
  await queryClient.invalidateQueries({ queryKey: keys.people })
}
