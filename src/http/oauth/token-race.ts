import type { FastifyReply } from 'fastify'

/**
 * Whether requests that send the same secret have crossed on their way. As long as the answer to the one that used it
 * has not left, no other sender could know of the use, however the clock and the database see it: windows of one app
 * that wake up together send at once, and some of them arrive a few milliseconds after the first has been served.
 */
export type TokenRace = {
  /** Before the secret is used. */
  begin: (secret: string) => void
  /** This request has used it. */
  won: (secret: string) => void
  /** Another has used it, or nobody could: says whether the two have crossed. */
  lost: (secret: string) => boolean
}

export type TokenRaces = {
  /** Numbers a request when its head has arrived. */
  numberRequest: () => number
  forRequest: (arrival: number, answer: FastifyReply['raw']) => TokenRace
}

/**
 * Knows the requests of this process. Those of another process are told apart by their time of arrival alone, which
 * is stricter. Of that many secrets it is remembered; the oldest leave first.
 */
export function createTokenRaces(maxSecrets = 1_000): TokenRaces {
  let arrivals = 0
  const raceStates = new Map<string, RaceState>()

  function raceStateOf(secret: string): RaceState {
    const meeting = raceStates.get(secret) ?? { pendingArrivals: new Set(), lastArrival: 0 }
    if (!raceStates.has(secret) && raceStates.size >= maxSecrets)
      raceStates.delete(raceStates.keys().next().value as string)
    raceStates.set(secret, meeting)
    return meeting
  }

  return {
    numberRequest: () => {
      arrivals += 1
      return arrivals
    },
    forRequest: (arrival, answer) => ({
      begin(secret) {
        raceStateOf(secret).pendingArrivals.add(arrival)
      },
      won(secret) {
        const meeting = raceStateOf(secret)
        const settle = () => {
          clearTimeout(timeout)
          if (meeting.pendingArrivals.delete(arrival)) meeting.lastArrival = arrivals
        }
        const timeout = setTimeout(settle, maxResponseMilliseconds).unref()
        if (answer.destroyed) settle()
        else answer.once('close', settle)
      },
      lost(secret) {
        const meeting = raceStateOf(secret)
        meeting.pendingArrivals.delete(arrival)
        return meeting.pendingArrivals.size > 0 || arrival <= meeting.lastArrival
      },
    }),
  }
}

/**
 * An answer that nobody takes has left all the same: who has stolen a secret could otherwise keep its answer waiting
 * behind others on one connection, and go unnoticed for as long.
 */
const maxResponseMilliseconds = 5_000

type RaceState = {
  /** Requests that may be the one, or are, and whose answer has not left. */
  pendingArrivals: Set<number>
  /** The last request that arrived before the answer to the one had left. */
  lastArrival: number
}
