import { Link } from '@tanstack/react-router'
import { useRights } from '../client/rights.ts'
import { tabs } from './search.ts'
import { words } from './words.ts'

/** The tabs of the page, each with its own address. */
export function Tabs({ profileId }: { profileId: string }) {
  const { isCoach } = useRights()
  return (
    <div className="person-tabs">
      <nav aria-label={words.tabs.label}>
        <ul>
          {tabs
            .filter((name) => !(isCoach && name === 'history'))
            .map((name) => (
              <li key={name}>
                <Link
                  to="/people/$profileId"
                  params={{ profileId }}
                  search={{ tab: name === 'overview' ? undefined : name }}
                  resetScroll={false}
                  className="person-tab"
                  activeOptions={{ includeSearch: true, explicitUndefined: true }}
                >
                  {words.tabs[name]}
                </Link>
              </li>
            ))}
        </ul>
      </nav>
    </div>
  )
}
