import { Link } from '@tanstack/react-router'
import type { Usage } from '../client/types.ts'
import { Icon } from '../ui/icon.tsx'
import { Ruler } from '../ui/ruler.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import type { CheckResult } from './check-result.ts'

/** The number of profiles after sending, and the limit. */
export function ProfileLimitNote({
  usage,
  isClosed,
  checked,
  added,
  overCap,
}: {
  usage: Usage | undefined
  /** The account could not be loaded, for example while it is paused. The notice above the page says why. */
  isClosed: boolean
  checked: CheckResult | undefined
  added: number
  overCap: number
}) {
  const before = checked?.before ?? usage?.profiles
  const limit = checked ? checked.limit : (usage?.profileLimit ?? null)
  if (before === undefined)
    return (
      <div className="invite-cap">
        {isClosed ? <p>Nothing can be sent now.</p> : <Skeleton width="60%" height={46} />}
      </div>
    )
  const after = (before + added).toLocaleString('en-GB')
  const when = added > 0 ? 'after this' : 'now'
  return (
    <div className="invite-cap">
      {limit === null ? (
        <p>
          {after} profiles {when}
        </p>
      ) : (
        <>
          <p>
            {after} of {limit.toLocaleString('en-GB')} profiles {when}
          </p>
          <Ruler used={before + added} total={limit} strokes={51} />
        </>
      )}
      {overCap > 0 && (
        <p className="invite-full">
          <Icon name="warning" size={16} />
          <span>
            {overCap.toLocaleString('en-GB')} {overCap === 1 ? 'has' : 'have'} no room. Ask your administrator
            for a plan, or delete <Link to="/people">profiles that are no longer needed</Link>. Their lines
            stay here.
          </span>
        </p>
      )}
    </div>
  )
}
