import { Skeleton } from '../ui/skeleton.tsx'

const indexes = Array.from({ length: 12 }, (_, index) => index)

/** Placeholders of table rows, with the height of real rows. */
export function SkeletonRows() {
  return indexes.map((index) => (
    <tr key={index}>
      <td />
      <td>
        <Skeleton width={`${40 + ((index * 7) % 30)}%`} />
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
  return indexes.map((index) => (
    <li key={index} className="people-card">
      <div className="people-card-words">
        <Skeleton width={`${40 + ((index * 7) % 30)}%`} />
        <Skeleton width={80} height={22} />
        <Skeleton width={112} />
      </div>
      <div className="people-card-end">
        <Skeleton width={128} height={20} />
      </div>
    </li>
  ))
}
