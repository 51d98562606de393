import type { FastifyReply } from 'fastify'

/**
 * Whether requests that send the same secret have crossed on their way. As long as the answer to the one that used it
 * has not left, no other sender could know of the use, however the clock and the database see it: windows of one app
 * that wake up together send at once, and some of them arrive a few milliseconds after the first has been served.
 */
export type Crossing = {
  /** Before the secret is used. */
  begin: (secret: string) => void
  /** This request has used it. */
  won: (secret: string) => void
  /** Another has used it, or nobody could: says whether the two have crossed. */
  lost: (secret: string) => boolean
}

export type Crossings = {
  /** Numbers a request when its head has arrived. */
  arrive: () => number
  of: (arrival: number, answer: FastifyReply['raw']) => Crossing
}

/**
 * Knows the requests of this process. Those of another process are told apart by their time of arrival alone, which
 * is stricter. Of that many secrets it is remembered; the oldest leave first.
 */
export function createCrossings(most = 1_000): Crossings {
  let arrivals = 0
  const meetings = new Map<string, Meeting>()

  function meetingOn(secret: string): Meeting {
    const meeting = meetings.get(secret) ?? { open: new Set(), lastArrival: 0 }
    if (!meetings.has(secret) && meetings.size >= most)
      meetings.delete(meetings.keys().next().value as string)
    meetings.set(secret, meeting)
    return meeting
  }

  return {
    arrive: () => {
      arrivals += 1
      return arrivals
    },
    of: (arrival, answer) => ({
      begin(secret) {
        meetingOn(secret).open.add(arrival)
      },
      won(secret) {
        const meeting = meetingOn(secret)
        const leave = () => {
          clearTimeout(longest)
          if (meeting.open.delete(arrival)) meeting.lastArrival = arrivals
        }
        const longest = setTimeout(leave, longestMilliseconds).unref()
        if (answer.destroyed) leave()
        else answer.once('close', leave)
      },
      lost(secret) {
        const meeting = meetingOn(secret)
        meeting.open.delete(arrival)
        return meeting.open.size > 0 || arrival <= meeting.lastArrival
      },
    }),
  }
}

/**
 * An answer that nobody takes has left all the same: who has stolen a secret could otherwise keep its answer waiting
 * behind others on one connection, and go unnoticed for as long.
 */
const longestMilliseconds = 5_000

type Meeting = {
  /** Requests that may be the one, or are, and whose answer has not left. */
  open: Set<number>
  /** The last request that arrived before the answer to the one had left. */
  lastArrival: number
}
