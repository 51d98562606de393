import { Link } from '@tanstack/react-router'
import { useRights } from '../client/rights.ts'
import type { Tab } from './search.ts'

/** The tabs of the page, each with its own address. */
export function Tabs({ profileId }: { profileId: string }) {
  const { isCoach } = useRights()
  return (
    <div className="person-tabs">
      <nav aria-label="Parts of this page">
        <ul>
          {names
            .filter(([name]) => !(isCoach && name === 'history'))
            .map(([name, label]) => (
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
    </div>
  )
}

const names: readonly [Tab, string][] = [
  ['overview', 'Overview'],
  ['facets', 'Facets'],
  ['answers', 'Quality & timing'],
  ['history', 'History'],
  ['notes', 'Notes'],
]
