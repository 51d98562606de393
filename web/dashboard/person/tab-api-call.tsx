import { ApiCall } from '../ui/api-call.tsx'
import type { Tab } from './search.ts'

/** What the open part of the page asked the API for, at the foot of the page as everywhere. */
export function TabApiCall({ profileId, tab }: { profileId: string; tab: Tab }) {
  const path = { profileId }
  if (tab === 'answers') {
    return <ApiCall route="GET /profile/{profileId}/attempts" request={{ path, query: { limit: 100 } }} />
  }
  if (tab === 'history') {
    return <ApiCall route="GET /profile/{profileId}/invites" request={{ path, query: { limit: 50 } }} />
  }
  return <ApiCall route="GET /profile/{profileId}" request={{ path, query: { includeTags: true } }} />
}
