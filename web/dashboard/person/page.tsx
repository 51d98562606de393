import './person.css'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { mayPass, Refusal } from '../api/refusal.ts'
import type { Profile, Progress } from '../api/types.ts'
import { FailurePage, NotFoundPage } from '../app/failure-page.tsx'
import { usePageTitle } from '../app/page-title.ts'
import { nameOf } from '../ui/person-name.ts'
import { AddressNotice } from './address-notice.tsx'
import { AnswersTab } from './answers-tab.tsx'
import { Asked } from './asked.tsx'
import { ErasureNotice } from './erasure-notice.tsx'
import { FacetsTab } from './facets-tab.tsx'
import { HistoryTab } from './history-tab.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { PersonHead } from './person-head.tsx'
import { PersonSkeleton } from './person-skeleton.tsx'
import { profileQuery, progressQuery } from './queries.ts'
import { Tabs } from './tabs.tsx'
import { WayBack } from './way-back.tsx'

const route = getRouteApi('/framed/people/$profileId')

/** One person: what they said of themselves, how it came about, and what was done with it. */
export function PersonPage() {
  const { profileId } = route.useParams()
  return <Person key={profileId} profileId={profileId} />
}

function Person({ profileId }: { profileId: string }) {
  const profile = useQuery(profileQuery(profileId))
  const progress = useQuery(progressQuery(profileId))
  if (profile.error && !profile.data)
    return <Missing error={profile.error} retry={() => void profile.refetch()} />
  if (!profile.data || progress.isPending) return <PersonSkeleton />
  return <Known profile={profile.data} progress={progress.data ?? null} />
}

function Known({ profile, progress }: { profile: Profile; progress: Progress | null }) {
  const { tab = 'overview' } = route.useSearch()
  usePageTitle(nameOf(profile))
  return (
    <div className="person-page">
      <WayBack />
      <ErasureNotice profile={profile} since={progress?.erasureRequestedAt ?? null} />
      <AddressNotice profile={profile} />
      <PersonHead profile={profile} progress={progress} />
      <Tabs profileId={profile.id} />
      {tab === 'overview' && <OverviewTab profile={profile} progress={progress} />}
      {tab === 'facets' && <FacetsTab profile={profile} />}
      {tab === 'answers' && <AnswersTab profile={profile} />}
      {tab === 'history' && <HistoryTab profile={profile} progress={progress} />}
      <Asked profileId={profile.id} tab={tab} />
    </div>
  )
}

/** An address that no profile can have is answered like one that none has. */
function Missing({ error, retry }: { error: unknown; retry: () => void }) {
  const isNoId = error instanceof Refusal && error.status === 400 && !mayPass(error)
  return isNoId ? <NotFoundPage /> : <FailurePage error={error} retry={retry} />
}
