import './campaigns.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { hasScope } from '../client/access.ts'
import { useRights } from '../client/rights.ts'
import type { Campaign } from '../client/types.ts'
import { count } from '../language/fill.ts'
import { formatNumber } from '../language/formats.ts'
import { ApiCall } from '../ui/api-call.tsx'
import { BlockCell, BlockRow, BlockTable, RowHead } from '../ui/block-table.tsx'
import { dayText } from '../ui/day-text.ts'
import { FailureNote } from '../ui/failure-note.tsx'
import { ListPages } from '../ui/list-pages.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { When } from '../ui/when.tsx'
import { campaignsQuery } from './queries.ts'
import { campaignsRequest } from './request.ts'
import type { CampaignsSearch } from './search.ts'
import { share } from './share.ts'
import { words } from './words.ts'

/** The campaigns of the account, newest first, each with how far its people are. */
export function CampaignsPage() {
  usePageTitle(words.title)
  const search = useSearch({ from: '/framed/campaigns' }) as CampaignsSearch
  const { maySend } = useRights()
  const mayRead = hasScope('profiles:read')
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...campaignsQuery(search),
    enabled: mayRead,
  })
  return (
    <>
      <header className="page-head">
        <h1 className="page-title" tabIndex={-1}>
          {words.title}
        </h1>
        {maySend && (
          <div className="page-actions">
            <Link className="button button-main" to="/invite">
              {words.invite}
            </Link>
          </div>
        )}
      </header>
      <nav className="page-views" aria-label={words.which}>
        <Tab state={undefined} label={words.tabs.all} />
        <Tab state="open" label={words.tabs.open} />
        <Tab state="overdue" label={words.tabs.overdue} />
        <Tab state="ended" label={words.tabs.ended} />
      </nav>
      {error && !data && <FailureNote error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton width="100%" height={240} />}
      {data?.campaigns.length === 0 && <NoCampaigns isFiltered={search.state !== undefined} />}
      {data && data.campaigns.length > 0 && (
        <div aria-busy={isPlaceholderData}>
          <CampaignTable campaigns={data.campaigns} />
          <Pages search={search} hasMore={data.pagination.hasMore} total={data.pagination.total} />
        </div>
      )}
      {(data || error) && <ApiCall route="GET /campaigns" request={{ query: campaignsRequest(search) }} />}
    </>
  )
}

function Tab({ state, label }: { state: CampaignsSearch['state']; label: string }) {
  return (
    <Link
      to="/campaigns"
      search={{ state } as never}
      className="page-view"
      activeOptions={{ includeSearch: true, explicitUndefined: true }}
    >
      {label}
    </Link>
  )
}

function CampaignTable({ campaigns }: { campaigns: readonly Campaign[] }) {
  const { created, lastDay, steps } = words
  const heads = [
    words.name,
    created,
    lastDay,
    steps.invited,
    steps.opened,
    steps.started,
    steps.completed,
    words.remindable,
  ]
  return (
    <BlockTable heads={heads} className="campaign-table">
      {campaigns.map(({ id, name, state, createdAt, deadline, funnel, remindable = 0 }) => (
        <BlockRow key={id}>
          <RowHead>
            <Link to="/campaigns/$campaignId" params={{ campaignId: id }}>
              <bdi>{name}</bdi>
            </Link>
            {state !== 'open' && <span className="note">{words.states[state]}</span>}
          </RowHead>
          <BlockCell label={created} className="figures">
            <When at={createdAt} style="date" />
          </BlockCell>
          <BlockCell label={lastDay} className="figures">
            {deadline === null ? words.noLastDay : dayText(deadline)}
          </BlockCell>
          <BlockCell label={steps.invited} className="figures">
            {formatNumber(funnel.invited)}
          </BlockCell>
          <BlockCell label={steps.opened} className="figures">
            {formatNumber(funnel.opened)}
          </BlockCell>
          <BlockCell label={steps.started} className="figures">
            {formatNumber(funnel.started)}
          </BlockCell>
          <BlockCell label={steps.completed} className="figures">
            <span>
              {formatNumber(funnel.completed)}{' '}
              <span className="note">{share(funnel.completed, funnel.invited)}</span>
            </span>
          </BlockCell>
          <BlockCell label={words.remindable} className="figures">
            {formatNumber(remindable)}
          </BlockCell>
        </BlockRow>
      ))}
    </BlockTable>
  )
}

function NoCampaigns({ isFiltered }: { isFiltered: boolean }) {
  return (
    <div className="empty">
      <p className="finding">{isFiltered ? words.noneFiltered : words.noneYet}</p>
      <p>{words.noneText}</p>
      {!isFiltered && <p>{words.noneApart}</p>}
    </div>
  )
}

function Pages({ search, hasMore, total }: { search: CampaignsSearch; hasMore: boolean; total: number }) {
  const { page = 1 } = search
  return (
    <ListPages
      to="/campaigns"
      label={words.pages}
      shown={count(words.total, total)}
      steps={[
        page > 1 && { verb: words.newer, search: { ...search, page: page - 1 } },
        hasMore && { verb: words.older, search: { ...search, page: page + 1 } },
      ]}
    />
  )
}
