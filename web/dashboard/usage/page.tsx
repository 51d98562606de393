import './usage.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { hasScope } from '../client/access.ts'
import { accountQuery } from '../client/queries.ts'
import { useRights } from '../client/rights.ts'
import type { UsageReport } from '../client/types.ts'
import { useUnsaidReason } from '../client/unsaid-reason.ts'
import { fill } from '../language/fill.ts'
import { ApiCall } from '../ui/api-call.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { ChartFigure } from './chart.tsx'
import { chartsOf, longDayText, type SettledFunnel } from './charts.ts'
import { PeriodFields } from './period-fields.tsx'
import { PeriodFigures } from './period-figures.tsx'
import { usageQuery } from './queries.ts'
import { settledRequest, usageRequest } from './request.ts'
import { readUsageSearch } from './search.ts'
import { UsageLimits } from './usage-limits.tsx'
import { words } from './words.ts'

/** What people did in a period, as charts, tables and files; and the limits of the account. */
export function UsagePage() {
  usePageTitle(words.title)
  const { data: account, error, refetch } = useQuery(accountQuery)
  return (
    <>
      <header className="page-head">
        <h1 className="page-title" tabIndex={-1}>
          {words.title}
        </h1>
      </header>
      {error && !account && <FailureNote error={error} retry={() => void refetch()} />}
      {!account && !error && <Skeleton width="100%" height={420} />}
      {account &&
        (hasScope('profiles:read') ? (
          <Activity timeZone={account.preferences.timezone ?? ownTimeZone} accountName={account.name}>
            <UsageLimits account={account} />
          </Activity>
        ) : (
          <>
            <UsageLimits account={account} />
            <ApiCall route="GET /account" request={{ query: {} }} />
          </>
        ))}
    </>
  )
}

const ownTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

function Activity({
  timeZone,
  accountName,
  children,
}: {
  timeZone: string
  accountName: string
  children: ReactNode
}) {
  const search = readUsageSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  // The Canadian order is that of ISO 8601, which the API reads.
  const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date())
  const query = usageRequest(search, today, timeZone)
  const { data: report, error, refetch, isPlaceholderData } = useQuery(usageQuery(query))
  const settledDays = settledRequest(query, today)
  const hasSettled = typeof settledDays === 'object'
  // Together: the sentence below the funnel may not change after it was read. If it fails, it is left out.
  const settled = useQuery({ ...usageQuery(hasSettled ? settledDays : query), enabled: hasSettled })
  if ((!report || settled.isLoading) && !error) return <Skeleton width="100%" height={900} />
  return (
    <>
      {error && <FailureNote error={error} retry={() => void refetch()} />}
      {report?.countedSince === null && <NothingYet />}
      {report && report.countedSince !== null && (
        <>
          <PeriodFields
            search={search}
            report={report}
            today={today}
            onChange={(next) => void navigate({ to: '/usage', search: next as never, resetScroll: false })}
          />
          <div className="usage-report" aria-busy={isPlaceholderData}>
            <PeriodFigures report={report} />
            <Charts
              report={report}
              settled={
                settledDays === 'same' ? 'everyone' : hasSettled ? (settled.data?.funnel ?? 'unknown') : null
              }
              accountName={accountName}
            />
          </div>
        </>
      )}
      {children}
      <ApiCall route="GET /usage" request={{ query }} />
    </>
  )
}

function Charts({
  report,
  settled,
  accountName,
}: {
  report: UsageReport
  settled: SettledFunnel
  accountName: string
}) {
  const { time, funnel, hours, languages, devices, reliability } = chartsOf(report, settled)
  const period = fill(words.chart.pictureNote, {
    account: accountName,
    from: longDayText(report.from),
    to: longDayText(report.to),
  })
  const unreliable = report.reliability.invalid + report.reliability.caution
  return (
    <div className="usage-charts">
      <div className="usage-wide">
        <ChartFigure chart={time} period={period} />
      </div>
      <ChartFigure chart={funnel} period={period} />
      <ChartFigure chart={hours} period={period} />
      <ChartFigure chart={languages} period={period} />
      <div className="usage-stack">
        <ChartFigure chart={devices} period={period} />
        <div>
          <ChartFigure chart={reliability} period={period} />
          {unreliable > 0 && (
            <p className="usage-follow">
              <Link to="/people" search={{ qualityOutcomes: ['caution', 'invalid'] } as never}>
                {words.reliability.seePeople}
              </Link>
            </p>
          )}
        </div>
      </div>
      <p className="note usage-tens">{words.tens}</p>
    </div>
  )
}

function NothingYet() {
  const { maySend, why } = useRights()
  const unsaid = useUnsaidReason()
  const reason = why === undefined ? words.empty.ask : unsaid
  return (
    <div className="empty">
      <h2 className="section">{words.empty.title}</h2>
      <p>{words.empty.text}</p>
      {maySend ? (
        <Link className="button button-main" to="/invite">
          {words.empty.invite}
        </Link>
      ) : (
        reason !== undefined && <p>{reason}</p>
      )}
    </div>
  )
}
