import './styles.css'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { hasScope } from '../client/access.ts'
import { tagsQuery, tagsRequest } from '../client/queries.ts'
import { useRights } from '../client/rights.ts'
import { savedTeamsQuery } from '../client/saved-teams.ts'
import { count } from '../language/fill.ts'
import { ApiCall } from '../ui/api-call.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { useDrawnLinks } from './drawn-links.ts'
import { TeamFailure, TooFew } from './empty.tsx'
import { useHighlight } from './highlight.ts'
import { LargeTeam } from './large-team.tsx'
import { Organization } from './organization.tsx'
import { isTeamChosen, type TeamFilter, teamQuery, teamRequest } from './queries.ts'
import { SavedTeamActions } from './saved-team-actions.tsx'
import { TeamActions } from './team-actions.tsx'
import { TeamBody } from './team-body.tsx'
import { TeamSkeleton } from './team-skeleton.tsx'
import { SavedTeamFilter, TeamTagFilter } from './team-tag-filter.tsx'
import { teamTitle } from './team-title.ts'
import { TeamsIntro } from './teams-intro.tsx'
import { words } from './words.ts'

const route = getRouteApi('/framed/teams')

/** People with a tag, of a saved team, or a list of people, compared as a team. */
export function TeamsPage() {
  const { order, page: peoplePage, ...chosen } = route.useSearch()
  const tags = useQuery({ ...tagsQuery, enabled: hasScope('tags:manage') })
  const saved = useQuery({ ...savedTeamsQuery, enabled: hasScope('tags:manage') })
  const team = useQuery(teamQuery(chosen))
  const page = useRef<HTMLDivElement>(null)
  useHighlight(page)
  useDrawnLinks(page)
  const isChosen = isTeamChosen(chosen)
  // Names and people are rendered together, so a long heading doesn't move the page.
  const shown = isChosen && !tags.isLoading && !saved.isLoading ? team.data : undefined
  const isComing = isChosen && !shown && !team.error
  // Tags are rendered with the rest, then stay: a pressed tag must not disappear.
  const [areTagsIn, setTagsIn] = useState(false)
  if (!areTagsIn && !tags.isLoading && !saved.isLoading && !isComing) setTagsIn(true)
  const { isCoach, mayTag } = useRights()
  const navigate = useNavigate()
  const only = isCoach && !isChosen ? onlyTeam(tags.data, saved.data) : undefined
  const onlyKey = only && JSON.stringify(only)
  useEffect(() => {
    if (onlyKey) void navigate({ to: '/teams', search: JSON.parse(onlyKey), replace: true })
  }, [onlyKey, navigate])
  const title = teamTitle(chosen, tags.data, saved.data)
  usePageTitle(title)
  return (
    <div ref={page} className="team-page">
      <header className="page-head team-head">
        <h1 className="page-title" tabIndex={-1}>
          {isComing && tags.isLoading ? (
            <>
              <span className="out-of-sight">{words.loading}</span>
              <Skeleton width="min(320px, 80%)" height={34} />
            </>
          ) : (
            <bdi>{title}</bdi>
          )}
        </h1>
        {isChosen && <TeamActions team={shown} chosen={chosen} />}
      </header>
      <div className="team-facts">
        <p className="figures" role="status">
          {shown && count(words.haveResults, shown.resultCount, { all: shown.profileCount })}
          {isComing && <Skeleton width={152} height={14} />}
          {!isChosen && words.noOneSelected}
        </p>
        <TeamChoices chosen={chosen} tags={tags.data} saved={saved.data} isComing={!areTagsIn} />
      </div>
      {mayTag && (shown || team.error) && (
        <SavedTeamActions team={shown} chosen={chosen} saved={saved.data} />
      )}
      {tags.error && !tags.data && <FailureNote error={tags.error} retry={() => void tags.refetch()} />}
      {!isChosen && !only && !tags.isLoading && <TeamsIntro tags={tags.data} />}
      {isComing && <TeamSkeleton />}
      {isChosen && team.error && !team.data && (
        <TeamFailure error={team.error} retry={() => void team.refetch()} />
      )}
      {shown && (
        <div className="team-shown" data-old={team.isPlaceholderData || undefined}>
          {shown.density ? (
            <LargeTeam team={shown} density={shown.density} chosen={chosen} page={peoplePage} />
          ) : shown.people.length < 2 ? (
            <TooFew team={shown} chosen={chosen} />
          ) : (
            <TeamBody team={shown} sort={order} />
          )}
        </div>
      )}
      {shown && shown.resultCount >= 2 && !isCoach && <Organization chosen={chosen} />}
      {isChosen && !isComing && <ApiCall route="GET /team" request={teamRequest(chosen)} />}
      {!isChosen && !tags.isLoading && <ApiCall route="GET /tags" request={{ query: tagsRequest }} />}
    </div>
  )
}

/** The team of a coach who has one, who has nothing to choose. */
function onlyTeam(
  tags: readonly { id: string }[] | undefined,
  saved: readonly { id: string }[] | undefined,
): TeamFilter | undefined {
  const [tag] = tags ?? []
  const [team] = saved ?? []
  if (!tags || !saved || tags.length + saved.length !== 1) return undefined
  return tag ? { tagIds: [tag.id] } : team && { savedTeamIds: [team.id] }
}

function TeamChoices({
  chosen,
  tags,
  saved,
  isComing,
}: {
  chosen: TeamFilter
  tags: Parameters<typeof TeamTagFilter>[0]['tags'] | undefined
  saved: Parameters<typeof SavedTeamFilter>[0]['teams'] | undefined
  isComing: boolean
}) {
  if (isComing) return <Skeleton width="min(420px, 100%)" height={22} />
  return (
    <div>
      {saved && saved.length > 0 && <SavedTeamFilter teams={saved} chosen={chosen.savedTeamIds ?? []} />}
      {tags && tags.length > 0 && <TeamTagFilter tags={tags} chosen={chosen.tagIds ?? []} />}
    </div>
  )
}
