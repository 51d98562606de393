import type { RequestClass } from './request-class.ts'

export type PlaceClass = Exclude<RequestClass, 0>

/** Why a request got no place: the queue was full, it waited too long, or the disk is short of space. */
export type RefusalReason = 'queue' | 'waited' | 'storage'

/** A request that wants a place. Exactly one of the two functions is called, unless it leaves before. */
export type Applicant = {
  requestClass: PlaceClass
  /** Requests of one group have at most 60% of the places, and 40% for lists and bulk work. */
  group: string
  /**
   * Requests that show neither a known token nor a session have at most half of the places together, and those of one group
   * 80% of that half: otherwise one network could keep everybody out who opens a link for the first time.
   */
  isProven: boolean
  admit: () => void
  refuse: (reason: RefusalReason) => void
}

export type RequestPlaces = {
  /** Admits the request now or later, or refuses it. The function gives its place back, or leaves the queue. */
  apply(applicant: Applicant): () => void
  inFlight(): number
  waiting(): number
}

export type PlacesSettings = {
  limit: () => number
  /** A monotonic clock in ms. */
  now: () => number
  /** ms that requests may wait: all of them in a burst, and each class while more arrive than are answered. */
  patience: { burst: number; overload: number; overloadOfBulk: number }
}

/** Shares of the limit that a class and those below it may use together: a tenth is for the first class alone. */
const shares: Record<PlaceClass, number> = { 1: 1, 2: 0.9, 3: 0.7, 4: 0.4 }
const maxBulk = 4
/** As of the connections to the database. */
const shareOfGroup = 0.6
/** Of lists and bulk work, so that it is not in the way of the group's own single requests. */
const heavyShareOfGroup = 0.4
const shareOfUnproven = 0.5
/** Of the places of unproven requests. More than `shareOfGroup`, because many people may share one network. */
const unprovenShareOfGroup = 0.8
/** In a burst; under overload twice the limit, so that refusing takes little time. */
const maxWaiting = 1_000
const sweepMilliseconds = 20

type Waiter = Applicant & { since: number }

const classes: readonly PlaceClass[] = [1, 2, 3, 4]

/**
 * Hands out places for requests in flight, the first class first. A burst may wait a little longer. If the queue isn't
 * empty by then, there is an overload until a place is free: requests wait only a moment, the newest goes first (the
 * client that has waited longest has probably left), and the others are refused, which costs far less than to answer them
 * late.
 * (Controlled delay and adaptive LIFO: Maurer, "Fail at Scale", ACM Queue 2015.)
 */
export function createPlaces({ limit, now, patience }: PlacesSettings): RequestPlaces {
  const held: Record<PlaceClass, number> = { 1: 0, 2: 0, 3: 0, 4: 0 }
  let heldUnproven = 0
  const heldBy = new Map<string, number>()
  const queues: Record<PlaceClass, Waiter[]> = { 1: [], 2: [], 3: [], 4: [] }
  /** Since when the queue hasn't been empty, or has been emptied only by refusing. */
  let queuedSince: number | undefined
  let hasRefused = false
  let sweeping: NodeJS.Timeout | undefined

  const total = (of: (one: PlaceClass) => number) => of(1) + of(2) + of(3) + of(4)
  const inFlight = () => total((one) => held[one])
  const waiting = () => total((one) => queues[one].length)
  const isOverloaded = () => queuedSince !== undefined && now() - queuedSince >= patience.burst

  function hasRoom({ requestClass, group, isProven }: Applicant): boolean {
    const all = limit()
    if (!isProven) {
      const ofUnproven = all * shareOfUnproven
      if (heldUnproven >= Math.ceil(ofUnproven)) return false
      if (count(unprovenOf(group)) >= Math.ceil(ofUnproven * unprovenShareOfGroup)) return false
    }
    if (count(group) >= Math.ceil(all * shareOfGroup)) return false
    if (isHeavy(requestClass) && count(heavyOf(group)) >= Math.ceil(all * heavyShareOfGroup)) return false
    if (requestClass === 4 && held[4] >= maxBulk) return false
    let used = 0
    for (let one = 4; one >= 1; one--) {
      used += held[one as PlaceClass]
      if (one <= requestClass && used >= Math.max(1, Math.floor(all * shares[one as PlaceClass])))
        return false
    }
    return true
  }

  function hold({ requestClass, group, isProven }: Applicant, sign: 1 | -1): void {
    held[requestClass] += sign
    if (!isProven) {
      heldUnproven += sign
      add(unprovenOf(group), sign)
    }
    add(group, sign)
    if (isHeavy(requestClass)) add(heavyOf(group), sign)
  }

  const count = (group: string) => heldBy.get(group) ?? 0

  function add(group: string, sign: 1 | -1): void {
    const left = count(group) + sign
    if (left > 0) heldBy.set(group, left)
    else heldBy.delete(group)
  }

  /** The next of a class for which there is room. */
  function takeNext(requestClass: PlaceClass): Waiter | undefined {
    const queue = queues[requestClass]
    const at = isOverloaded() ? queue.findLastIndex(hasRoom) : queue.findIndex(hasRoom)
    return at < 0 ? undefined : queue.splice(at, 1)[0]
  }

  function admitWaiting(): void {
    for (const requestClass of classes) {
      for (let next = takeNext(requestClass); next; next = takeNext(requestClass)) {
        hold(next, 1)
        next.admit()
      }
    }
  }

  function refuse(waiter: Waiter, reason: RefusalReason): void {
    const queue = queues[waiter.requestClass]
    queue.splice(queue.indexOf(waiter), 1)
    hasRefused = true
    waiter.refuse(reason)
  }

  function patienceFor(requestClass: PlaceClass): number {
    if (!isOverloaded()) return patience.burst
    return requestClass === 4 ? patience.overloadOfBulk : patience.overload
  }

  function sweep(): void {
    for (const requestClass of classes) {
      const since = now() - patienceFor(requestClass)
      for (const waiter of queues[requestClass].filter((one) => one.since <= since)) refuse(waiter, 'waited')
    }
    if (waiting() > 0) return
    clearInterval(sweeping)
    sweeping = undefined
    if (!hasRefused) endQueue()
  }

  function endQueue(): void {
    queuedSince = undefined
    hasRefused = false
  }

  /**
   * Whether there is room in the queue. If it is full, a request of a later class makes room; within a class, the
   * oldest of the group that has most requests there.
   */
  function makeRoomFor({ requestClass }: Applicant): boolean {
    if (waiting() < (isOverloaded() ? 2 * limit() : maxWaiting)) return true
    // A queue that was full is an overload, however long it has been there.
    queuedSince = Number.NEGATIVE_INFINITY
    const last = classes.findLast((one) => queues[one].length > 0) ?? requestClass
    if (last < requestClass) return false
    const largest = last === requestClass ? largestGroup(queues[last]) : undefined
    const evicted = queues[last].find(({ group }) => largest === undefined || group === largest)
    if (evicted) refuse(evicted, 'queue')
    return true
  }

  return {
    inFlight,
    waiting,
    apply(applicant) {
      let isHeld = false
      let isDone = false
      const waiter: Waiter = {
        ...applicant,
        since: now(),
        admit() {
          isHeld = true
          applicant.admit()
        },
        refuse(reason) {
          isDone = true
          applicant.refuse(reason)
        },
      }
      if (hasRoom(waiter)) {
        if (waiting() === 0) endQueue()
        hold(waiter, 1)
        waiter.admit()
      } else if (makeRoomFor(waiter)) {
        queues[waiter.requestClass].push(waiter)
        queuedSince ??= now()
        sweeping ??= setInterval(sweep, sweepMilliseconds)
      } else {
        waiter.refuse('queue')
      }
      return () => {
        if (isDone) return
        isDone = true
        if (isHeld) hold(waiter, -1)
        else queues[waiter.requestClass].splice(queues[waiter.requestClass].indexOf(waiter), 1)
        admitWaiting()
      }
    },
  }
}

const isHeavy = (requestClass: PlaceClass) => requestClass >= 3
const heavyOf = (group: string) => `heavy ${group}`
const unprovenOf = (group: string) => `unproven ${group}`

/** Undefined for an empty queue. */
function largestGroup(queue: readonly Waiter[]): string | undefined {
  const counts = new Map<string, number>()
  for (const { group } of queue) counts.set(group, (counts.get(group) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0]
}
