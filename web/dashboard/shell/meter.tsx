import { useQuery } from '@tanstack/react-query'
import { accountQuery } from '../client/queries.ts'
import { Ruler } from '../ui/ruler.tsx'

/** How much of the trial is used. Empty for accounts without limits. */
export function Meter() {
  const account = useQuery(accountQuery).data
  if (!account || account.usage.profileLimit === null) return null
  const { usage, billing } = account
  const { profiles, profileLimit } = usage
  return (
    <div className="meter">
      <p>
        {profiles} of {profileLimit} profiles
      </p>
      <Ruler used={profiles} total={profileLimit ?? 0} />
      {billing.trialEndDate !== null && <p>Trial ends {trialEnd(billing.trialEndDate)}</p>}
    </div>
  )
}

function trialEnd(seconds: number): string {
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' }).format(seconds * 1000)
}
