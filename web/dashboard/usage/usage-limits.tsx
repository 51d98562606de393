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
      {!noticeFor(account) && (
        <p>
          {usage.profileLimit === null && usage.reportLimit === null
            ? 'Your account has no limits.'
            : 'There is room left.'}
        </p>
      )}
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
    <div className="usage-measure">
      <h3 className="note">{title}</h3>
      <p className="measure-used figures">
        <strong className="section">{used.toLocaleString('en-GB')}</strong>{' '}
        {limit === null ? 'no limit' : `of ${limit.toLocaleString('en-GB')}`}
      </p>
      {limit !== null && <Ruler used={used} total={limit} strokes={50} />}
      <p className="note">{note}</p>
    </div>
  )
}
