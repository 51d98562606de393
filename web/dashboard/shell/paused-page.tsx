import { useQuery } from '@tanstack/react-query'
import { pausedAccount } from '../client/pause.ts'
import { accountQuery } from '../client/queries.ts'
import { settings } from '../client/settings.ts'
import { readTokens } from '../client/tokens.ts'
import { Sentence } from '../language/sentence.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { When } from '../ui/when.tsx'
import { words } from './on-demand-words.ts'

/** Shown in place of any page while the account is paused: what can still be done. */
export function PausedPage() {
  usePageTitle(words.paused.title)
  const { error, isFetching, refetch } = useQuery(accountQuery)
  const account = pausedAccount(error)
  const accountId = readTokens()?.accountId ?? ''
  const page = (name: string) => `${settings.authUrl}/${name}?account=${accountId}`
  return (
    <div className="failure">
      <h1 className="page-title" tabIndex={-1}>
        {words.paused.title}
      </h1>
      {account && (
        <p>
          <Sentence
            text={account.pausedAt ? words.paused.since : words.paused.named}
            slots={{
              name: <bdi>{account.name}</bdi>,
              date: account.pausedAt && <When at={account.pausedAt} style="date" />,
            }}
          />
        </p>
      )}
      <p>{words.paused.text}</p>
      <p>
        <Sentence
          text={words.paused.ways}
          marks={{
            members: (inner) => <a href={page('members')}>{inner}</a>,
            apps: (inner) => <a href={`${settings.authUrl}/apps`}>{inner}</a>,
            clients: (inner) => <a href={page('clients')}>{inner}</a>,
          }}
        />
      </p>
      <p className="failure-way">
        <button
          type="button"
          className="button button-main"
          aria-disabled={isFetching}
          onClick={() => void refetch()}
        >
          {words.paused.look}
        </button>
      </p>
      <p className="out-of-sight" role="status">
        {isFetching ? words.paused.looking : words.paused.still}
      </p>
    </div>
  )
}
