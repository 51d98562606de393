import './usage.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { hasScope } from '../client/access.ts'
import { accountQuery } from '../client/queries.ts'
import { useRights } from '../client/rights.ts'
import type { UsageReport } from '../client/types.ts'
import { ApiCall } from '../ui/api-call.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { ChartFigure } from './chart.tsx'
import { chartsOf, longDayText } from './charts.ts'
import { PeriodFields } from './period-fields.tsx'
import { PeriodFigures } from './period-figures.tsx'
import { usageQuery } from './queries.ts'
import { readUsageSearch, usageRequest } from './search.ts'
import { UsageLimits } from './usage-limits.tsx'

/** What people did in a period, as charts, tables and files; and the limits of the account. */
export function UsagePage() {
  usePageTitle('Usage')
  const { data: account, error, refetch } = useQuery(accountQuery)
  return (
    <>
      <header className="page-head">
        <h1 className="page-title" tabIndex={-1}>
          Usage
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
  const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date())
  const query = usageRequest(search, today, timeZone)
  const { data: report, error, refetch, isPlaceholderData } = useQuery(usageQuery(query))
  if (!report && !error) return <Skeleton width="100%" height={900} />
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
            <Charts report={report} accountName={accountName} />
          </div>
        </>
      )}
      {children}
      <ApiCall route="GET /usage" request={{ query }} />
    </>
  )
}

function Charts({ report, accountName }: { report: UsageReport; accountName: string }) {
  const { time, funnel, hours, languages, devices, reliability } = chartsOf(report)
  const period = `${accountName}, ${longDayText(report.from)} to ${longDayText(report.to)}`
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
                See whose answers need care
              </Link>
            </p>
          )}
        </div>
      </div>
      <p className="note usage-tens">
        Languages, devices, reliability and minutes are counted in tens of people, so that no one can be
        singled out. Up to nine of the latest people are not shown yet. Deleting someone changes no count.
      </p>
    </div>
  )
}

function NothingYet() {
  const { maySend, why } = useRights()
  return (
    <div className="empty">
      <h2 className="section">No activity yet</h2>
      <p>
        Here you’ll see completions over time, how far invited people come, when they answer, in which
        languages and on which devices, and how reliable the answers are.
      </p>
      {maySend ? (
        <Link className="button button-main" to="/invite">
          Invite people
        </Link>
      ) : (
        <p>{why ?? 'Ask an owner or a manager of this account to invite someone.'}</p>
      )}
    </div>
  )
}
