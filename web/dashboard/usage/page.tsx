import { useQuery } from '@tanstack/react-query'
import { type CurrentAccount, noticeFor } from '../client/account-block.ts'
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
          {account.usage.quotas.map((quota) => (
            <Measure key={quota.name} {...measureOf(quota)} />
          ))}
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

type MeasureProps = {
  title: string
  /** Null if only the limit is known. */
  used: number | null
  limit: number | null
  /** After the limit. */
  unit?: string
  note: string
}

function Measure({ title, used, limit, unit = '', note }: MeasureProps) {
  return (
    <section className="setting">
      <h2 className="section">{title}</h2>
      <div className="usage-measure">
        <p className="measure-used figures">
          {used === null ? (
            'at most '
          ) : (
            <>
              <strong className="section">{used.toLocaleString('en-GB')}</strong>{' '}
            </>
          )}
          {limit === null
            ? 'without a limit'
            : `${used === null ? '' : 'of '}${limit.toLocaleString('en-GB')}${unit}`}
        </p>
        {limit !== null && used !== null && <Ruler used={Math.min(used, limit)} total={limit} strokes={50} />}
        <p className="note">{note}</p>
      </div>
    </section>
  )
}

type Quota = CurrentAccount['usage']['quotas'][number]

const megabyte = 1_000_000

/** What the operator of the service has limited besides. */
function measureOf({ name, used, limit }: Quota): MeasureProps {
  if (name === 'storedBytes') {
    return {
      title: 'Storage',
      used: used === null ? null : Math.round(used / (megabyte / 10)) / 10,
      limit: limit / megabyte,
      unit: ' MB',
      note: 'People with everything that belongs to them, the audit log and the logo, about. At the limit nothing is added; reading, changing and deleting go on.',
    }
  }
  if (name === 'changesToday') {
    return {
      title: 'Changes today',
      used,
      limit,
      note: 'By apps, API keys and this dashboard, since midnight UTC. What people answer is not counted, and deleting is always possible.',
    }
  }
  if (name === 'exportsThisHour') {
    return {
      title: 'Exports',
      used,
      limit,
      unit: ' an hour',
      note: 'Of all data about a person. They become available again one by one.',
    }
  }
  return { title: 'Connected apps', used, limit, note: 'Of all members. Disconnect one to connect another.' }
}

/** Shown if no notice above the page says more. */
function summaryOf({ usage }: Parameters<typeof noticeFor>[0]): string {
  const { profileLimit, reportLimit, quotas } = usage
  if (quotas.some(({ used, limit }) => used !== null && used >= limit)) return 'A limit is reached.'
  const isUnlimited = profileLimit === null && reportLimit === null && quotas.length === 0
  return isUnlimited ? 'Your account has no limits.' : 'There is room left.'
}
