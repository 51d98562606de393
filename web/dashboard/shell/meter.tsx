import { useQuery } from '@tanstack/react-query'
import { accountQuery } from '../client/queries.ts'
import { fill } from '../language/fill.ts'
import { formatDate } from '../language/formats.ts'
import { Ruler } from '../ui/ruler.tsx'
import { words } from './on-demand-words.ts'

/** How much of the trial is used. Empty for accounts without limits. */
export function Meter() {
  const account = useQuery(accountQuery).data
  if (!account) return null
  const { billing } = account
  const { profiles, profileLimit, reports, reportLimit } = account.usage
  if (profileLimit === null) return null
  // What is nearer to its end.
  const byReports = reportLimit !== null && reports * profileLimit >= profiles * reportLimit
  const [text, n, limit] = byReports
    ? [words.trial.reports, reports, reportLimit]
    : [words.trial.profiles, profiles, profileLimit]
  return (
    <div className="meter">
      <p>{fill(text, { n, limit })}</p>
      <Ruler used={n} total={limit} />
      {billing.trialEndDate !== null && <p>{trialEnd(billing.trialEndDate * 1000)}</p>}
    </div>
  )
}

function trialEnd(end: number): string {
  const date = formatDate(new Date(end), { day: 'numeric', month: 'long' })
  return fill(end > Date.now() ? words.trial.ends : words.trial.ended, { date })
}
