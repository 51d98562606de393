import { useQuery } from '@tanstack/react-query'
import { noticeFor } from '../client/account-block.ts'
import { accountQuery } from '../client/queries.ts'
import { ApiCall } from '../ui/api-call.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { Ruler } from '../ui/ruler.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { When } from '../ui/when.tsx'

/** Usage against the limits of the account, and what is counted. */
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
      {account && (
        <>
          {!noticeFor(account) && <p className="finding page-lede">{summaryOf(account)}</p>}
          <Measure
            title="Profiles"
            used={account.usage.profiles}
            limit={account.usage.profileLimit}
            note="Everybody who is on the account. Who is deleted is not counted any more."
          />
          <Measure
            title="Reports"
            used={account.usage.reports}
            limit={account.usage.reportLimit}
            note="One is counted when a person first completes all their assessments. Reading, printing and sharing count nothing, and neither does a retake."
          />
          {account.billing.trialEndDate !== null && (
            <section className="setting">
              <h2 className="section">Trial</h2>
              <p>
                Ends <When at={new Date(account.billing.trialEndDate * 1000).toISOString()} style="date" />.
                After that everything here can still be read; nothing new can be sent.
              </p>
            </section>
          )}
          <section className="setting">
            <h2 className="section">All in all</h2>
            <p>
              {account.reportsGenerated.toLocaleString('en-GB')} reports since{' '}
              <When at={account.createdAt} style="date" />, {account.trialReportsUsed} of them in a trial.
              Billing status: {account.billing.status.replaceAll('_', ' ')}.
            </p>
          </section>
        </>
      )}
      <ApiCall route="GET /account" request={{ query: {} }} />
    </>
  )
}

function Measure({
  title,
  used,
  limit,
  note,
}: {
  title: string
  used: number
  limit: number | null
  note: string
}) {
  return (
    <section className="setting">
      <h2 className="section">{title}</h2>
      <div className="usage-measure">
        <p className="measure-used figures">
          <strong className="section">{used.toLocaleString('en-GB')}</strong>{' '}
          {limit === null ? 'without a limit' : `of ${limit.toLocaleString('en-GB')}`}
        </p>
        {limit !== null && <Ruler used={used} total={limit} strokes={50} />}
        <p className="note">{note}</p>
      </div>
    </section>
  )
}

/** Shown if no notice above the page says more. */
function summaryOf({ usage }: Parameters<typeof noticeFor>[0]): string {
  return usage.profileLimit === null && usage.reportLimit === null
    ? 'Your account has no limits.'
    : 'There is room left.'
}
