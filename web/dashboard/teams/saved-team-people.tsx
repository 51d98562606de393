import '../tagging/tagging.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../client/api-error.ts'
import { call } from '../client/call.ts'
import { keys } from '../client/query-keys.ts'
import type { Profile, SavedTeam } from '../client/types.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import { personName } from '../words/person-name.ts'
import { changePeople } from './save-team.ts'

/** Chooses who is in a saved team: the people in it, and others by search. */
export function SavedTeamPeople({ team, onClose }: { team: SavedTeam; onClose: () => void }) {
  const [text, setText] = useState('')
  const words = useDebounced(text.trim())
  const [wishes, setWishes] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [problem, setProblem] = useState<string>()
  const members = useQuery({
    queryKey: [...keys.savedTeams, team.id, 'people'],
    queryFn: ({ signal }) => readMembers(team.id, signal),
  })
  const found = useQuery({
    queryKey: [...keys.people, 'saved team', words],
    enabled: words !== '',
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await call('GET /profiles', { query: { search: words, limit: 20 }, signal })).profiles,
  })
  const inTeam = new Set(members.data?.map(({ id }) => id))
  const shown = words === '' ? members.data : found.data
  const added = [...wishes].flatMap(([id, isWanted]) => (isWanted && !inTeam.has(id) ? [id] : []))
  const removed = [...wishes].flatMap(([id, isWanted]) => (!isWanted && inTeam.has(id) ? [id] : []))
  const save = async () => {
    try {
      await changePeople(team, { added, removed })
      onClose()
    } catch (error) {
      setProblem(errorMessage(error, 'That did not work. Try again.'))
    }
  }
  return (
    <Dialog title={`Who is in ${team.name}`} onClose={onClose}>
      <input
        className="field tag-search"
        type="search"
        aria-label="Search by name"
        placeholder="Search by name to add someone"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="tag-members">
        {members.isPending && <Skeleton width="100%" height={132} />}
        {members.error && <FailureNote error={members.error} retry={() => void members.refetch()} />}
        <ul aria-label="People">
          {shown?.map((person) => (
            <li key={person.id} className="row">
              <label className="tag-member">
                <input
                  type="checkbox"
                  checked={wishes.get(person.id) ?? inTeam.has(person.id)}
                  onChange={({ target }) => setWishes(new Map(wishes).set(person.id, target.checked))}
                />
                <bdi>{personName(person)}</bdi>
              </label>
            </li>
          ))}
        </ul>
        {shown?.length === 0 && (
          <p className="note">
            {words === '' ? 'No one yet. Search to add someone.' : 'No one with this name.'}
          </p>
        )}
      </div>
      <p className="note" role="status">
        {added.length + removed.length > 0 && `${added.length} will be added, ${removed.length} removed.`}
      </p>
      {problem && (
        <p className="field-problem" role="alert">
          {problem}
        </p>
      )}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          className="button button-main"
          disabled={added.length + removed.length === 0}
          onClick={() => void save()}
        >
          Save
        </button>
      </div>
    </Dialog>
  )
}

/** At most five hundred people, a hundred a page. */
async function readMembers(savedTeamId: string, signal: AbortSignal): Promise<Profile[]> {
  const { savedTeam } = await call('GET /saved-team/{savedTeamId}', { path: { savedTeamId }, signal })
  const people: Profile[] = []
  for (let from = 0; from < savedTeam.profiles.length; from += 100) {
    const profileIds = savedTeam.profiles.slice(from, from + 100)
    const query = { profileIds, limit: 100, sortProp: 'name', sortOrder: 'ascending' } as const
    people.push(...(await call('GET /profiles', { query, signal })).profiles)
  }
  return people
}
