import { Skeleton } from '../ui/skeleton.tsx'
import { words } from './words.ts'

/** A team while it loads, with the layout of the loaded page. */
export function TeamSkeleton() {
  return (
    <div className="team-top" role="status" aria-label={words.loading}>
      <div className="team-words team-lines">
        <Skeleton width="100%" height={21} />
        <Skeleton width="70%" height={21} />
      </div>
      <div className="team-map">
        <Skeleton width="100%" height={420} />
      </div>
      <div className="team-people team-lines">
        {[1, 2, 3, 4, 5, 6, 7, 8].map((row) => (
          <Skeleton key={row} width="100%" height={24} />
        ))}
      </div>
    </div>
  )
}
