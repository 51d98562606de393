import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../client/call.ts'
import { queryClient } from '../client/queries.ts'
import { settings } from '../client/settings.ts'
import type { Coach } from '../client/types.ts'
import { count } from '../language/fill.ts'
import { joinSentences } from '../language/formats.ts'
import { Sentence } from '../language/sentence.tsx'
import { ApiCall } from '../ui/api-call.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TagChip } from '../ui/tag-chip.tsx'
import { showToast } from '../ui/toasts.tsx'
import { type CoachTeams, CoachTeamsDialog, teamsOf } from './coach-teams-dialog.tsx'
import { words } from './words.ts'

const coachesQuery = {
  queryKey: ['coaches'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await call('GET /coaches', { signal })).coaches,
}

/** Members who see the people of their teams only, and the choice of these teams. */
export function Coaches({ accountId }: { accountId: string }) {
  const { data: coaches, error, refetch } = useQuery(coachesQuery)
  const [chosen, setChosen] = useState<Coach>()
  return (
    <div className="setting-fields">
      <p>
        <Sentence
          text={words.coaches.text}
          marks={{
            link: (inner) => <a href={`${settings.authUrl}/members?account=${accountId}`}>{inner}</a>,
          }}
        />
      </p>
      {error && !coaches && <FailureNote error={error} retry={() => void refetch()} />}
      {!coaches && !error && <Skeleton width="100%" height={72} />}
      {coaches && coaches.length > 0 && (
        <ul className="coaches">
          {coaches.map((coach) => (
            <li key={coach.memberId}>
              <div className="coach-who">
                <p className="coach-name">{coach.email}</p>
                <p className="note">{summaryOf(coach)}</p>
                {coach.teams.length + coach.savedTeams.length > 0 && (
                  <p className="coach-teams">
                    {coach.savedTeams.map(({ id, name, color }) => (
                      <TagChip key={id} label={name} color={color} />
                    ))}
                    {coach.teams.map(({ id, label, color }) => (
                      <TagChip key={id} label={label} color={color} />
                    ))}
                  </p>
                )}
              </div>
              <button type="button" className="button" onClick={() => setChosen(coach)}>
                <Sentence text={words.coaches.choose} slots={{ coach: coach.email }} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {coaches?.length === 0 && <p className="note">{words.coaches.none}</p>}
      <ApiCall route="GET /coaches" request={{}} />
      {chosen && (
        <CoachTeamsDialog
          coach={chosen}
          onClose={() => setChosen(undefined)}
          onSave={(teams) => saveTeams(chosen, teams)}
        />
      )}
    </div>
  )
}

function summaryOf({ state, teams, savedTeams, profileCount }: Coach): string {
  const sees =
    teams.length + savedTeams.length === 0 ? words.coaches.noTeams : count(words.coaches.sees, profileCount)
  return joinSentences(state === 'accepted' ? [sees] : [words.coaches[state], sees])
}

async function saveTeams(coach: Coach, teams: CoachTeams): Promise<void> {
  await putTeams(coach.memberId, teams)
  const before = teamsOf(coach)
  showToast(words.coaches.saved, { undo: () => putTeams(coach.memberId, before) })
}

async function putTeams(memberId: string, { tagIds, savedTeamIds }: CoachTeams): Promise<void> {
  const body = { tagIds: [...tagIds], savedTeamIds: [...savedTeamIds] }
  await call('PUT /coach/{memberId}/teams', { path: { memberId }, body })
  await queryClient.invalidateQueries(coachesQuery)
}
