import './person.css'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ApiError, isRetryable } from '../client/api-error.ts'
import { useRights } from '../client/rights.ts'
import type { Profile, Progress } from '../client/types.ts'
import { FailurePage, NotFoundPage } from '../ui/failure-page.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { usePartOfAddress } from '../ui/part-of-address.ts'
import { personName } from '../words/person-name.ts'
import { AddressNotice } from './address-notice.tsx'
import { AnswersTab } from './answers-tab.tsx'
import { BackLink } from './back-link.tsx'
import { ErasureNotice } from './erasure-notice.tsx'
import { FacetsTab } from './facets-tab.tsx'
import { HistoryTab } from './history-tab.tsx'
import { NotesTab } from './notes-tab.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { PersonHead } from './person-head.tsx'
import { PersonSkeleton } from './person-skeleton.tsx'
import { personCampaignsQuery, personProgressQuery, profileQuery, takeawaysQuery } from './queries.ts'
import { TabApiCall } from './tab-api-call.tsx'
import { Tabs } from './tabs.tsx'

const route = getRouteApi('/framed/people/$profileId')

/** One person: results, how they came about, and history. */
export function PersonPage() {
  const { profileId } = route.useParams()
  return <Person key={profileId} profileId={profileId} />
}

function Person({ profileId }: { profileId: string }) {
  const { mayRead } = useRights()
  const profile = useQuery(profileQuery(profileId))
  const progress = useQuery(personProgressQuery(profileId))
  // The overview opens with them, so they come with the page: nothing below may move.
  const takeaways = useQuery(takeawaysQuery(profileId))
  // Named in the facts, which are above everything else.
  const campaigns = useQuery({ ...personCampaignsQuery(profileId), enabled: mayRead })
  if (profile.error && !profile.data)
    return <Missing error={profile.error} retry={() => void profile.refetch()} />
  if (!profile.data || progress.isPending || takeaways.isPending || campaigns.isLoading)
    return <PersonSkeleton />
  return <LoadedPerson profile={profile.data} progress={progress.data ?? null} />
}

function LoadedPerson({ profile, progress }: { profile: Profile; progress: Progress | null }) {
  const { tab: asked = 'overview' } = route.useSearch()
  const { isCoach } = useRights()
  // The history is from logs of the whole account.
  const tab = isCoach && asked === 'history' ? 'overview' : asked
  usePageTitle(personName(profile))
  usePartOfAddress()
  return (
    <div className="person-page">
      <BackLink />
      <ErasureNotice profile={profile} since={progress?.erasureRequestedAt ?? null} />
      <AddressNotice profile={profile} />
      <PersonHead profile={profile} progress={progress} />
      <Tabs profileId={profile.id} />
      {tab === 'overview' && <OverviewTab profile={profile} progress={progress} />}
      {tab === 'facets' && <FacetsTab profile={profile} />}
      {tab === 'answers' && <AnswersTab profile={profile} />}
      {tab === 'history' && <HistoryTab profile={profile} progress={progress} />}
      {tab === 'notes' && <NotesTab profile={profile} />}
      <TabApiCall profileId={profile.id} tab={tab} />
    </div>
  )
}

/** A malformed id gets the same answer as an unknown one. */
function Missing({ error, retry }: { error: unknown; retry: () => void }) {
  const isNoId = error instanceof ApiError && error.status === 400 && !isRetryable(error)
  return isNoId ? <NotFoundPage /> : <FailurePage error={error} retry={retry} />
}
