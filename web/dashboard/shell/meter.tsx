import { useQuery } from '@tanstack/react-query'
import { accountQuery } from '../client/queries.ts'
import { fill } from '../language/fill.ts'
import { formatDate } from '../language/formats.ts'
import { Ruler } from '../ui/ruler.tsx'
import { words } from './words.ts'

/** How much of the trial is used. Empty for accounts without limits. */
export function Meter() {
  const account = useQuery(accountQuery).data
  if (!account) return null
  const { billing } = account
  const { profiles, profileLimit } = account.usage
  if (profileLimit === null) return null
  return (
    <div className="meter">
      <p>{fill(words.trial.profiles, { n: profiles, limit: profileLimit })}</p>
      <Ruler used={profiles} total={profileLimit} />
      {billing.trialEndDate !== null && <p>{trialEnd(billing.trialEndDate * 1000)}</p>}
    </div>
  )
}

function trialEnd(end: number): string {
  const date = formatDate(new Date(end), { day: 'numeric', month: 'long' })
  return fill(end > Date.now() ? words.trial.ends : words.trial.ended, { date })
}
