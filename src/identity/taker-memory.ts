import type { RecalledTaker, TakerCaller } from '../contract/caller.ts'
import { hashSecret } from './secret.ts'

type FindTaker = (secret: string) => Promise<TakerCaller | undefined>

/** Maximum number of people that are remembered. Who has not answered for longest is forgotten first. */
const maxPeople = 10_000

/**
 * Remembers whom a session belongs to, by the hash of its secret. Whether it is still open, and what it may show, only
 * the database says.
 */
export function rememberTakers(
  find: FindTaker,
  max = maxPeople,
): {
  findTaker: FindTaker
  recallTaker: (secret: string) => Pick<RecalledTaker, 'recalled' | 'sessionHash'> | undefined
} {
  const people = new Map<string, TakerCaller>()
  function remember(place: string, taker: TakerCaller | undefined): void {
    people.delete(place)
    if (!taker) return
    if (people.size >= max) people.delete(people.keys().next().value as string)
    people.set(place, taker)
  }
  return {
    async findTaker(secret) {
      const taker = await find(secret)
      remember(hashSecret(secret).toString('base64'), taker)
      return taker
    },
    recallTaker(secret) {
      const sessionHash = hashSecret(secret)
      const place = sessionHash.toString('base64')
      const recalled = people.get(place)
      if (!recalled) return undefined
      remember(place, recalled)
      return { recalled, sessionHash }
    },
  }
}
