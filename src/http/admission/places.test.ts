import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createPlaces, type PlaceClass, type RequestPlaces } from './places.ts'

const patience = { burst: 200, overload: 75, overloadOfBulk: 1_000 }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const placesFor = (limit: number) =>
  createPlaces({ limit: () => limit, now: () => performance.now(), patience })

/** Applies and notes what happens, by the name of the request. */
function applicants(places: RequestPlaces) {
  const outcomes: string[] = []
  const apply = (name: string, requestClass: PlaceClass, group = name, isProven = true) =>
    places.apply({
      requestClass,
      group,
      isProven,
      admit: () => outcomes.push(name),
      refuse: (reason) => outcomes.push(`${name} ${reason}`),
    })
  return { outcomes, apply }
}

const fill = (count: number, apply: (at: number) => () => void) =>
  Array.from({ length: count }, (_, at) => apply(at))

describe('places', () => {
  test('go to as many requests as the limit allows, and to the next as soon as one is free', () => {
    const places = placesFor(2)
    const { outcomes, apply } = applicants(places)
    const [leave] = [apply('one', 1), apply('two', 1), apply('three', 1)]
    expect(outcomes).toEqual(['one', 'two'])
    leave?.()
    leave?.()
    expect(outcomes).toEqual(['one', 'two', 'three'])
    expect([places.inFlight(), places.waiting()]).toEqual([2, 0])
  })

  test.each([
    [2, 18],
    [3, 14],
    [4, 4],
  ] as const)(
    'of class %i get %i of 20, so that the rest is free for the classes before',
    (requestClass, most) => {
      const places = placesFor(20)
      const { apply, outcomes } = applicants(places)
      fill(40, (at) => apply(`late ${at}`, requestClass))
      expect(places.inFlight()).toBe(most)
      apply('first', 1)
      expect(outcomes.at(-1)).toBe('first')
    },
  )

  test('are for the classes together: lists leave a fifth to single requests', () => {
    const places = placesFor(20)
    const { apply } = applicants(places)
    fill(4, (at) => apply(`bulk ${at}`, 4))
    fill(40, (at) => apply(`list ${at}`, 3))
    expect(places.inFlight()).toBe(14)
    fill(40, (at) => apply(`single ${at}`, 2))
    expect(places.inFlight()).toBe(18)
  })

  test('go to the first class first', () => {
    const places = placesFor(2)
    const { apply, outcomes } = applicants(places)
    const leave = [apply('a', 1), apply('b', 1)]
    apply('list', 3)
    apply('single', 2)
    apply('answer', 1)
    for (const one of leave) one()
    expect(outcomes.slice(2)).toEqual(['answer', 'single'])
  })

  test('are given back by a request that left while it waited', () => {
    const places = placesFor(1)
    const { apply, outcomes } = applicants(places)
    const leave = apply('one', 1)
    apply('gone', 1)()
    leave()
    apply('two', 1)
    expect(outcomes).toEqual(['one', 'two'])
  })
})

describe('a burst', () => {
  test('is answered in order if that takes less than 200 ms', () => {
    const places = placesFor(1)
    const { apply, outcomes } = applicants(places)
    const leave = fill(10, (at) => apply(String(at), 2))
    for (const one of leave) {
      vi.advanceTimersByTime(15)
      one()
    }
    expect(outcomes).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'])
  })
})

describe('an overload', () => {
  /** One request has the only place, and one has waited for too long. */
  function overloaded() {
    const places = placesFor(1)
    const all = applicants(places)
    const leave = all.apply('holder', 2)
    all.apply('first', 2)
    vi.advanceTimersByTime(220)
    return { ...all, places, leave }
  }

  test('begins with a request that waited for 200 ms, which is refused', () => {
    expect(overloaded().outcomes).toEqual(['holder', 'first waited'])
  })

  test('begins with a queue that was never empty for 200 ms, before anyone has waited that long', () => {
    const places = placesFor(1)
    const { apply, outcomes } = applicants(places)
    let leave = apply('0', 2)
    for (let at = 1; at < 6; at++) {
      const next = apply(String(at), 2)
      vi.advanceTimersByTime(50)
      leave()
      leave = next
      apply(`waits ${at}`, 2)
    }
    expect(outcomes.some((outcome) => outcome.endsWith('waited'))).toBe(true)
  })

  test('refuses after 75 ms, and work for many people after a second', () => {
    const { apply, outcomes } = overloaded()
    apply('single', 2)
    apply('bulk', 4)
    vi.advanceTimersByTime(100)
    expect(outcomes.slice(2)).toEqual(['single waited'])
    vi.advanceTimersByTime(960)
    expect(outcomes.slice(3)).toEqual(['bulk waited'])
  })

  test('lets the newest go first', () => {
    const { apply, outcomes, leave } = overloaded()
    apply('older', 2)
    apply('newer', 2)
    leave()
    expect(outcomes.at(-1)).toBe('newer')
  })

  test('is over once a place is free, so that the next burst may wait for 200 ms again', () => {
    const { apply, outcomes, leave } = overloaded()
    apply('refused', 2)
    vi.advanceTimersByTime(1_000)
    expect(outcomes.at(-1)).toBe('refused waited')
    leave()
    const leaveAgain = apply('free', 2)
    apply('patient', 2)
    vi.advanceTimersByTime(180)
    leaveAgain()
    expect(outcomes.slice(-2)).toEqual(['free', 'patient'])
  })

  test('lasts as long as three arrive while one is answered: what is answered has waited 75 ms at most', () => {
    const places = placesFor(2)
    const waited: number[] = []
    const answers: { at: number; leave: () => void }[] = []
    for (let step = 0; step < 600; step++) {
      for (const one of answers.filter(({ at }) => at <= performance.now())) {
        answers.splice(answers.indexOf(one), 1)
        one.leave()
      }
      const arrived = performance.now()
      let leave = () => {}
      leave = places.apply({
        ...{ requestClass: 2, group: String(step), isProven: true, refuse: () => {} },
        admit() {
          if (arrived >= 300) waited.push(performance.now() - arrived)
          answers.push({ at: performance.now() + 60, leave: () => leave() })
        },
      })
      vi.advanceTimersByTime(10)
    }
    expect(waited.length).toBeGreaterThan(90)
    expect(Math.max(...waited)).toBeLessThanOrEqual(90)
  })

  test('of one group leaves 40% of the places to others', () => {
    const places = placesFor(10)
    const { apply, outcomes } = applicants(places)
    fill(20, () => apply('flood', 1, 'one'))
    expect(places.inFlight()).toBe(6)
    apply('other', 1, 'two')
    expect(outcomes.at(-1)).toBe('other')
  })

  test('of one group with lists leaves places for its own single requests', () => {
    const places = placesFor(10)
    const { apply } = applicants(places)
    fill(20, () => apply('list', 3, 'one'))
    expect(places.inFlight()).toBe(4)
    fill(20, () => apply('single', 2, 'one'))
    expect(places.inFlight()).toBe(6)
  })

  test('of strangers of one network leaves places to those of another', () => {
    const places = placesFor(20)
    const { apply, outcomes } = applicants(places)
    fill(20, () => apply('flood', 1, 'one network', false))
    expect(places.inFlight()).toBe(8)
    apply('someone who opens a link', 1, 'another network', false)
    expect(outcomes.at(-1)).toBe('someone who opens a link')
  })

  test('of strangers leaves half of the places to others, from wherever they come', () => {
    const places = placesFor(10)
    const { apply, outcomes } = applicants(places)
    fill(20, (at) => apply('stranger', 1, `network ${at}`, false))
    expect(places.inFlight()).toBe(5)
    apply('known', 1)
    expect(outcomes.at(-1)).toBe('known')
  })

  test('of one group does not fill the queue for others', () => {
    const places = placesFor(2)
    const { apply, outcomes } = applicants(places)
    fill(1_001, () => apply('flood', 2, 'one'))
    apply('newer flood', 2, 'one')
    expect(outcomes.slice(1)).toEqual(['flood queue'])
    apply('other', 2, 'two')
    apply('answer', 1)
    expect(outcomes.filter((outcome) => /^(other|answer) /.test(outcome))).toEqual([])
    fill(3, () => apply('list', 3, 'three'))
    expect(outcomes.slice(-3)).toEqual(['list queue', 'list queue', 'list queue'])
  })
})
