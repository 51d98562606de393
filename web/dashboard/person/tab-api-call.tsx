import { ApiCall } from '../ui/api-call.tsx'
import type { Tab } from './search.ts'

/** The API call behind the open tab, at the end of the page. Notes are open to the dashboard only, so they have none. */
export function TabApiCall({ profileId, tab }: { profileId: string; tab: Tab }) {
  if (tab === 'notes') return null
  const path = { profileId }
  if (tab === 'answers') {
    return <ApiCall route="GET /profile/{profileId}/attempts" request={{ path, query: { limit: 100 } }} />
  }
  if (tab === 'history') {
    return <ApiCall route="GET /profile/{profileId}/invites" request={{ path, query: { limit: 50 } }} />
  }
  return <ApiCall route="GET /profile/{profileId}" request={{ path, query: { includeTags: true } }} />
}
