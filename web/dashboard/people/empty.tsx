import { Link } from '@tanstack/react-router'
import { settings } from '../client/settings.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { focusHeading } from '../ui/page-title.ts'
import { emptyFilters, useChangeSearch } from './use-people-search.ts'

/** An account without people: the first step, also for programs and assistants. */
export function NobodyYet({ mayInvite, why }: { mayInvite: boolean; why: string | undefined }) {
  return (
    <div className="empty people-empty">
      <h2 className="section">No one yet</h2>
      {mayInvite ? (
        <>
          <p>Invite yourself first: it shows you what everybody else will see.</p>
          <Link className="button button-main" to="/invite">
            Invite people
          </Link>
        </>
      ) : (
        <p>{why ?? 'Ask an owner or a manager of this account to invite someone.'}</p>
      )}
      {mayInvite && (
        <>
          <Snippet title="Or by the API" text={curl} />
          <Snippet title="Or ask an assistant, once it is connected" text={mcp} />
        </>
      )}
    </div>
  )
}

function Snippet({ title, text }: { title: string; text: string }) {
  return (
    <div className="people-snippet">
      <h3 className="note">{title}</h3>
      <pre>
        <code>{text}</code>
      </pre>
      <CopyButton text={text} />
    </div>
  )
}

const curl = `curl -s -X POST '${location.origin}/api/v4/profile' \\
  -H "Authorization: Bearer $ACCESS_TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{"firstName":"Ada","email":"ada@example.com"}'`

const mcp = `claude mcp add --transport http timbre ${settings.resource ?? location.origin}/mcp`

/** No person matches the filters. */
export function NobodyMatches() {
  const change = useChangeSearch()
  return (
    <div className="empty">
      <h2 className="section">No one matches</h2>
      <p>Try removing a filter or searching for something else.</p>
      <button
        type="button"
        className="button"
        onClick={() => {
          focusHeading()
          change(emptyFilters)
        }}
      >
        Clear all filters
      </button>
    </div>
  )
}

/** An address with a page number after the last page. */
export function PastTheEnd({ last }: { last: number }) {
  return (
    <div className="empty">
      <h2 className="section">No one on this page</h2>
      <p>The list has become shorter since this address was made.</p>
      <Link
        className="button"
        from="/people"
        to="/people"
        search={(before) => ({ ...before, page: last > 1 ? last : undefined })}
      >
        Go to its last page
      </Link>
    </div>
  )
}
