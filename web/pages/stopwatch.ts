/** The three counters of one assessment, in whole seconds since the page was opened (cumulative for `sessionId`). */
export type TimerReading = {
  readonly assessment: string
  readonly sessionId: string
  readonly activeSeconds: number
  readonly idleSeconds: number
  readonly inactiveSeconds: number
}

/**
 * Puts every second of the open page into exactly one of three buckets. *Inactive*: not visible, without focus, or
 * asleep (no tick for more than 120 s). *Idle*: visible, but more than 30 s after the last input. *Active*: the rest.
 * It uses clock differences at each event and tick, and never counts ticks.
 */
export type Stopwatch = {
  /** Accounts for the time up to now. Called every second, and before every event that changes the bucket. */
  tick(): void
  /** Input: a key, a tap, a scroll. */
  input(): void
  /** Whether the page is visible and its window has focus. */
  attend(present: boolean): void
  /** The assessment that time counts for from now on; undefined between two. */
  turnTo(assessment: string | undefined): void
  /** Milliseconds since the last input. */
  quietMs(): number
  readings(): readonly TimerReading[]
}

const idleAfterMs = 30_000
const asleepAfterMs = 120_000

type Buckets = { active: number; idle: number; inactive: number }

/** `now` is a monotonic clock in ms. The start counts as an input. */
export function startStopwatch(now: () => number, sessionId: string): Stopwatch {
  const counted = new Map<string, Buckets>()
  let assessment: string | undefined
  let present = true
  let settledAt = now()
  let inputAt = settledAt

  const tick = () => {
    const time = now()
    const gap = Math.max(0, time - settledAt)
    if (assessment !== undefined) {
      const buckets = counted.get(assessment) ?? { active: 0, idle: 0, inactive: 0 }
      if (!present || gap > asleepAfterMs) buckets.inactive += gap
      else {
        const active = Math.min(gap, Math.max(0, inputAt + idleAfterMs - settledAt))
        buckets.active += active
        buckets.idle += gap - active
      }
      counted.set(assessment, buckets)
    }
    settledAt = time
  }

  return {
    tick,
    input() {
      tick()
      inputAt = settledAt
    },
    attend(now) {
      tick()
      present = now
    },
    turnTo(next) {
      tick()
      assessment = next
    },
    quietMs: () => now() - inputAt,
    readings() {
      tick()
      // Rounded down together, so that no whole second is in two buckets or in none.
      return [...counted].map(([assessment, { active, idle, inactive }]) => {
        const [first, second, third] = [active, active + idle, active + idle + inactive].map((ms) =>
          Math.floor(ms / 1000),
        ) as [number, number, number]
        return {
          assessment,
          sessionId,
          activeSeconds: first,
          idleSeconds: second - first,
          inactiveSeconds: third - second,
        }
      })
    },
  }
}
