import { type CurrentAccount, noticeFor } from '../client/account-block.ts'
import { Ruler } from '../ui/ruler.tsx'
import { When } from '../ui/when.tsx'

/** What is used of the account's limits, and what is counted. */
export function UsageLimits({ account }: { account: CurrentAccount }) {
  const { usage, billing } = account
  return (
    <section aria-labelledby="usage-limits" className="usage-limits">
      <h2 id="usage-limits" className="section">
        Limits
      </h2>
      {!noticeFor(account) && <p>{summaryOf(account)}</p>}
      <Measure
        title="Profiles"
        used={usage.profiles}
        limit={usage.profileLimit}
        note="Everyone who is on the account now. Deleted people don’t count."
      />
      <Measure
        title="Reports"
        used={usage.reports}
        limit={usage.reportLimit}
        note="One for each person who completes for the first time. Reading, printing, sharing and retakes are free."
      />
      {usage.quotas.map((quota) => (
        <Measure key={quota.name} {...measureOf(quota)} />
      ))}
      {billing.trialEndDate !== null && (
        <p>
          The trial ends <When at={new Date(billing.trialEndDate * 1000).toISOString()} style="date" />. After
          that you can still read everything, but not send or add anything.
        </p>
      )}
      <p className="note">
        {account.reportsGenerated.toLocaleString('en-GB')} reports since{' '}
        <When at={account.createdAt} style="date" />, {account.trialReportsUsed.toLocaleString('en-GB')} of
        them in a trial. Billing status: {billing.status.replaceAll('_', ' ')}.
      </p>
    </section>
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
    <div className="usage-measure">
      <h3 className="note">{title}</h3>
      <p className="measure-used figures">
        {used === null ? (
          'at most '
        ) : (
          <>
            <strong className="section">{used.toLocaleString('en-GB')}</strong>{' '}
          </>
        )}
        {limit === null ? 'no limit' : `${used === null ? '' : 'of '}${limit.toLocaleString('en-GB')}${unit}`}
      </p>
      {limit !== null && used !== null && <Ruler used={Math.min(used, limit)} total={limit} strokes={50} />}
      <p className="note">{note}</p>
    </div>
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
