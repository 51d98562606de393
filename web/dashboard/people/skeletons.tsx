import { Skeleton } from '../ui/skeleton.tsx'

const places = Array.from({ length: 12 }, (_, place) => place)

/** Placeholders of table rows, with the height of real rows. */
export function SkeletonRows() {
  return places.map((place) => (
    <tr key={place}>
      <td />
      <td>
        <Skeleton width={`${40 + ((place * 7) % 30)}%`} />
      </td>
      <td>
        <Skeleton width={204} height={20} />
      </td>
      <td />
      <td>
        <Skeleton width={80} height={22} />
      </td>
      <td>
        <Skeleton width={112} />
      </td>
    </tr>
  ))
}

/** The same for cards. */
export function SkeletonCards() {
  return places.map((place) => (
    <li key={place} className="people-card">
      <div className="people-card-words">
        <Skeleton width={`${40 + ((place * 7) % 30)}%`} />
        <Skeleton width={80} height={22} />
        <Skeleton width={112} />
      </div>
      <div className="people-card-end">
        <Skeleton width={128} height={20} />
      </div>
    </li>
  ))
}
