import type { FastifyReply } from 'fastify'

/**
 * Detects concurrent requests with the same secret. Until the response to the request that used it has been sent, no
 * other sender can know that it was used, whatever the clock and the database say: windows of one app that wake up
 * together send at the same time, and some requests arrive a few milliseconds after the first was served.
 */
export type TokenRace = {
  /** Called before the secret is used. */
  begin: (secret: string) => void
  /** This request used it. */
  won: (secret: string) => void
  /** Another request used it, or it couldn't be used. Returns whether the two were concurrent. */
  lost: (secret: string) => boolean
}

export type TokenRaces = {
  /** Numbers a request when its headers have arrived. */
  numberRequest: () => number
  forRequest: (arrival: number, response: FastifyReply['raw']) => TokenRace
}

/**
 * Tracks the requests of this process. Requests of another process are compared by arrival time only, which is
 * stricter. At most `maxSecrets` secrets are tracked; the oldest are dropped first.
 */
export function createTokenRaces(maxSecrets = 1_000): TokenRaces {
  let arrivals = 0
  const raceStates = new Map<string, RaceState>()

  function raceStateOf(secret: string): RaceState {
    const state = raceStates.get(secret) ?? { pendingArrivals: new Set(), lastArrival: 0 }
    if (!raceStates.has(secret) && raceStates.size >= maxSecrets)
      raceStates.delete(raceStates.keys().next().value as string)
    raceStates.set(secret, state)
    return state
  }

  return {
    numberRequest: () => {
      arrivals += 1
      return arrivals
    },
    forRequest: (arrival, response) => ({
      begin(secret) {
        raceStateOf(secret).pendingArrivals.add(arrival)
      },
      won(secret) {
        const state = raceStateOf(secret)
        const settle = () => {
          clearTimeout(timeout)
          if (state.pendingArrivals.delete(arrival)) state.lastArrival = arrivals
        }
        const timeout = setTimeout(settle, maxResponseMilliseconds).unref()
        if (response.destroyed) settle()
        else response.once('close', settle)
      },
      lost(secret) {
        const state = raceStateOf(secret)
        state.pendingArrivals.delete(arrival)
        return state.pendingArrivals.size > 0 || arrival <= state.lastArrival
      },
    }),
  }
}

/**
 * After this time a response counts as sent even if the client hasn't read it. Otherwise someone with a stolen secret
 * could leave the response unread behind others on one connection, and stay undetected that long.
 */
const maxResponseMilliseconds = 5_000

type RaceState = {
  /** Requests that may use the secret, or have used it, whose response hasn't been sent. */
  pendingArrivals: Set<number>
  /** The last request that arrived before the response to the winner was sent. */
  lastArrival: number
}
