import '../tagging/dialogs.css'
import '../tagging/tagging.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../client/api-error.ts'
import { call } from '../client/call.ts'
import { keys } from '../client/query-keys.ts'
import type { Profile, SavedTeam } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import { personName } from '../words/person-name.ts'
import { changePeople } from './save-team.ts'
import { words } from './words.ts'

const { members: texts } = words

/** Chooses who is in a saved team: the people in it, and others by search. */
export function SavedTeamPeople({ team, onClose }: { team: SavedTeam; onClose: () => void }) {
  const [text, setText] = useState('')
  const sought = useDebounced(text.trim())
  const [wishes, setWishes] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [problem, setProblem] = useState<string>()
  const members = useQuery({
    queryKey: [...keys.savedTeams, team.id, 'people'],
    queryFn: ({ signal }) => readMembers(team.id, signal),
  })
  const found = useQuery({
    queryKey: [...keys.people, 'saved team', sought],
    enabled: sought !== '',
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await call('GET /profiles', { query: { search: sought, limit: 20 }, signal })).profiles,
  })
  const inTeam = new Set(members.data?.map(({ id }) => id))
  const shown = sought === '' ? members.data : found.data
  const added = [...wishes].flatMap(([id, isWanted]) => (isWanted && !inTeam.has(id) ? [id] : []))
  const removed = [...wishes].flatMap(([id, isWanted]) => (!isWanted && inTeam.has(id) ? [id] : []))
  const save = async () => {
    try {
      await changePeople(team, { added, removed })
      onClose()
    } catch (error) {
      setProblem(errorMessage(error, texts.tryAgain))
    }
  }
  return (
    <Dialog title={fill(texts.title, { team: team.name })} onClose={onClose}>
      <input
        className="field tag-search"
        type="search"
        aria-label={texts.search}
        placeholder={texts.searchHint}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="tag-members">
        {members.isPending && <Skeleton width="100%" height={132} />}
        {members.error && <FailureNote error={members.error} retry={() => void members.refetch()} />}
        <ul aria-label={texts.list}>
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
        {shown?.length === 0 && <p className="note">{sought === '' ? texts.none : texts.noneFound}</p>}
      </div>
      <p className="note" role="status">
        {added.length + removed.length > 0 &&
          fill(texts.change, { added: added.length, removed: removed.length })}
      </p>
      {problem && (
        <p className="field-problem" role="alert">
          {problem}
        </p>
      )}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {words.cancel}
        </button>
        <button
          type="button"
          className="button button-main"
          disabled={added.length + removed.length === 0}
          onClick={() => void save()}
        >
          {texts.save}
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
