import type { FailureClass } from './failure-class.ts'

export type MessageChannel = 'email' | 'sms'

export type Breaker = {
  /** Channels that are closed: nothing is sent there but a probe. */
  closed(): MessageChannel[]
  /** A closed channel that may be tried by one message now. The next probe is fifteen seconds later. */
  takeProbe(): MessageChannel | undefined
  /** Notes the end of an attempt. True if the channel was closed and is open again. */
  note(channel: MessageChannel, failure: FailureClass | undefined): boolean
}

/**
 * Closes a channel after five attempts in a row that did not reach its server, so that waiting messages don't use up
 * their attempts. What a server says about one recipient or text does not count: nobody can close it for others.
 */
export function createBreaker(now: () => Date): Breaker {
  const failures = new Map<MessageChannel, number>()
  const probes = new Map<MessageChannel, number>()
  return {
    closed: () => [...probes.keys()],
    takeProbe() {
      for (const [channel, at] of probes) {
        if (now().getTime() < at) continue
        probes.set(channel, now().getTime() + probeMilliseconds)
        return channel
      }
      return undefined
    },
    note(channel, failure) {
      if (failure !== 'unreachable') {
        failures.delete(channel)
        return probes.delete(channel)
      }
      const count = (failures.get(channel) ?? 0) + 1
      failures.set(channel, count)
      if (count >= mostFailures && !probes.has(channel))
        probes.set(channel, now().getTime() + probeMilliseconds)
      return false
    },
  }
}

const mostFailures = 5
const probeMilliseconds = 15_000
