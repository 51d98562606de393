import type { RecalledTaker, TakerCaller } from '../contract/caller.ts'
import { hashSecret } from './secret.ts'

type FindTaker = (secret: string) => Promise<TakerCaller | undefined>

/** Maximum number of people that are remembered. Who has not answered for longest is forgotten first. */
const maxPeople = 10_000

/**
 * Remembers whose session it is, by ids and the hash of the session's secret. Whether it is still open, and what it may
 * show, only the database says.
 */
export function rememberTakers(
  find: FindTaker,
  max = maxPeople,
): {
  findTaker: FindTaker
  recallTaker: (secret: string) => Pick<RecalledTaker, 'recalled' | 'sessionHash'> | undefined
} {
  const people = new Map<string, RecalledTaker['recalled']>()
  function remember(place: string, taker: RecalledTaker['recalled'] | undefined): void {
    people.delete(place)
    if (!taker) return
    if (people.size >= max) people.delete(people.keys().next().value as string)
    const { accountId, profileId } = taker
    people.set(place, { accountId, profileId })
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
