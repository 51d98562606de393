import { Link } from '@tanstack/react-router'
import { settings } from '../client/settings.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { focusHeading } from '../ui/page-title.ts'
import { emptyFilters, useChangeSearch } from './use-people-search.ts'
import { words } from './words.ts'

/** An account without people: the first step, also for programs and assistants. */
export function NobodyYet({ mayInvite, why }: { mayInvite: boolean; why: string | undefined }) {
  return (
    <div className="empty people-empty">
      <h2 className="section">{words.nobody.title}</h2>
      {mayInvite ? (
        <>
          <p>{words.nobody.text}</p>
          <Link className="button button-main" to="/invite">
            {words.invite}
          </Link>
        </>
      ) : (
        why !== undefined && <p>{why}</p>
      )}
      {mayInvite && (
        <>
          <Snippet title={words.nobody.api} text={curl} />
          <Snippet title={words.nobody.assistant} text={mcp} />
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

const mcp = ['claude mcp add --transport http timbre', `${settings.resource ?? location.origin}/mcp`].join(
  ' ',
)

/** No person matches the filters. */
export function NobodyMatches() {
  const change = useChangeSearch()
  return (
    <div className="empty">
      <h2 className="section">{words.noMatch.title}</h2>
      <p>{words.noMatch.text}</p>
      <button
        type="button"
        className="button"
        onClick={() => {
          focusHeading()
          change(emptyFilters)
        }}
      >
        {words.noMatch.clear}
      </button>
    </div>
  )
}

/** An address with a page number after the last page. */
export function PastTheEnd({ last }: { last: number }) {
  return (
    <div className="empty">
      <h2 className="section">{words.pastEnd.title}</h2>
      <p>{words.pastEnd.text}</p>
      <Link
        className="button"
        from="/people"
        to="/people"
        search={(before) => ({ ...before, page: last > 1 ? last : undefined })}
      >
        {words.pastEnd.last}
      </Link>
    </div>
  )
}
