import { Link } from '@tanstack/react-router'
import type { Usage } from '../client/types.ts'
import { count, fill, formFor } from '../language/fill.ts'
import { Sentence } from '../language/sentence.tsx'
import { Icon } from '../ui/icon.tsx'
import { Ruler } from '../ui/ruler.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import type { CheckResult } from './check-result.ts'
import { words } from './words.ts'

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
        {isClosed ? <p>{profiles.closed}</p> : <Skeleton width="60%" height={46} />}
      </div>
    )
  const after = before + added
  return (
    <div className="invite-cap">
      {limit === null ? (
        <p>{count(added > 0 ? profiles.after : profiles.now, after)}</p>
      ) : (
        <>
          <p>{fill(added > 0 ? profiles.afterOf : profiles.nowOf, { n: after, limit })}</p>
          <Ruler used={after} total={limit} strokes={51} />
        </>
      )}
      {overCap > 0 && (
        <p className="invite-full">
          <Icon name="warning" size={16} />
          <span>
            <Sentence
              text={formFor(profiles.noRoom, overCap)}
              slots={{ n: overCap }}
              marks={{ people: (text) => <Link to="/people">{text}</Link> }}
            />
          </span>
        </p>
      )}
    </div>
  )
}

const { profiles } = words
