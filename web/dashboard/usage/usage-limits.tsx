import { type CurrentAccount, noticeFor } from '../client/account-block.ts'
import { formFor } from '../language/fill.ts'
import { Sentence } from '../language/sentence.tsx'
import { Ruler } from '../ui/ruler.tsx'
import { When } from '../ui/when.tsx'
import { words } from './words.ts'

const { limits } = words

/** What is used of the account's limits, and what is counted. */
export function UsageLimits({ account }: { account: CurrentAccount }) {
  const { usage, billing } = account
  return (
    <section aria-labelledby="usage-limits" className="usage-limits">
      <h2 id="usage-limits" className="section">
        {limits.title}
      </h2>
      {!noticeFor(account) && <p>{summaryOf(account)}</p>}
      <Measure {...limits.profiles} used={usage.profiles} limit={usage.profileLimit} />
      <Measure {...limits.reports} used={usage.reports} limit={usage.reportLimit} />
      {usage.quotas.map((quota) => (
        <Measure key={quota.name} {...measureOf(quota)} />
      ))}
      {billing.trialEndDate !== null && (
        <p>
          <Sentence
            text={billing.trialEndDate * 1000 > Date.now() ? limits.trialEnds : limits.trialEnded}
            slots={{ date: <When at={new Date(billing.trialEndDate * 1000).toISOString()} style="date" /> }}
          />
        </p>
      )}
      <p className="note">
        <Sentence
          text={formFor(limits.reportsSince, account.reportsGenerated)}
          slots={{
            n: account.reportsGenerated,
            date: <When at={account.createdAt} style="date" />,
            trial: account.trialReportsUsed,
            status: limits.billing[billing.status],
          }}
        />
      </p>
    </section>
  )
}

type MeasureProps = {
  title: string
  /** Null if only the limit is known. */
  used: number | null
  limit: number | null
  /** What is used of the limit. */
  usedOf?: string
  /** The limit, if that is all that is known. */
  atMost?: string
  note: string
}

function Measure({ title, used, limit, usedOf = limits.usedOf, atMost = limits.atMost, note }: MeasureProps) {
  return (
    <div className="usage-measure">
      <h3 className="note">{title}</h3>
      <p className="measure-used figures">
        <Sentence
          text={used === null ? atMost : limit === null ? limits.usedUnlimited : usedOf}
          slots={{ used, limit }}
          marks={{ used: (text) => <strong className="section">{text}</strong> }}
        />
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
      ...limits.storage,
      used: used === null ? null : Math.round(used / (megabyte / 10)) / 10,
      limit: limit / megabyte,
    }
  }
  if (name === 'changesToday') return { ...limits.changes, used, limit }
  if (name === 'exportsThisHour') return { ...limits.exports, used, limit }
  return { ...limits.apps, used, limit }
}

/** Shown if no notice above the page says more. */
function summaryOf({ usage }: Parameters<typeof noticeFor>[0]): string {
  const { profileLimit, reportLimit, quotas } = usage
  if (quotas.some(({ used, limit }) => used !== null && used >= limit)) return limits.reached
  const isUnlimited = profileLimit === null && reportLimit === null && quotas.length === 0
  return isUnlimited ? limits.none : limits.roomLeft
}
