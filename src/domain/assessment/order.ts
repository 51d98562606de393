import { fnv1a } from '../../scoring/hash.ts'
import { seededRandom } from '../../scoring/random.ts'

/**
 * The order in which an attempt shows the blocks of a form, as block numbers from 1. Derived from profile and attempt
 * only, so every device shows the same order; it is stored with the sitting.
 */
export function blockOrder(count: number, profileId: string, attempt: number): number[] {
  const random = seededRandom(fnv1a(`${profileId}:${attempt}`))
  const order = Array.from({ length: count }, (_, index) => index + 1)
  for (let last = count - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1))
    const moved = order[last] as number
    order[last] = order[other] as number
    order[other] = moved
  }
  return order
}
