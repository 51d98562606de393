import { Link } from '@tanstack/react-router'
import { ApiCall } from '../ui/api-call.tsx'
import type { Tab } from './search.ts'

/** The parts of the page, each with an address of its own, and what this part asked the API for. */
export function Tabs({ profileId, tab }: { profileId: string; tab: Tab }) {
  return (
    <div className="person-tabs">
      <nav aria-label="Parts of this page">
        <ul>
          {names.map(([name, label]) => (
            <li key={name}>
              <Link
                to="/people/$profileId"
                params={{ profileId }}
                search={{ tab: name === 'overview' ? undefined : name }}
                resetScroll={false}
                className="person-tab"
                activeOptions={{ includeSearch: true, explicitUndefined: true }}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Call profileId={profileId} tab={tab} />
    </div>
  )
}

function Call({ profileId, tab }: { profileId: string; tab: Tab }) {
  const path = { profileId }
  if (tab === 'answers') {
    return <ApiCall route="GET /profile/{profileId}/attempts" request={{ path, query: { limit: 100 } }} />
  }
  if (tab === 'history') {
    return <ApiCall route="GET /profile/{profileId}/invites" request={{ path, query: { limit: 50 } }} />
  }
  return <ApiCall route="GET /profile/{profileId}" request={{ path, query: { includeTags: true } }} />
}

const names: readonly [Tab, string][] = [
  ['overview', 'Overview'],
  ['facets', 'Thirty facets'],
  ['answers', 'Answers and time'],
  ['history', 'History'],
]
