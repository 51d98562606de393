import { expect, test } from 'vitest'
import { createReadReplicaPace } from './read-replica-pace.ts'

test('a replica that was behind rests a quarter of a second, then twice as long, four seconds at most', () => {
  let now = 0
  const pace = createReadReplicaPace(() => now)
  const rests: number[] = []
  for (let round = 0; round < 6; round++) {
    pace.note(false)
    // Of those that fail together, only the first counts.
    pace.note(false)
    const began = now
    while (!pace.mayTry()) now += 1
    rests.push(now - began)
  }
  expect(rests).toEqual([250, 500, 1_000, 2_000, 4_000, 4_000])
  pace.note(true)
  pace.note(false)
  now += 249
  expect(pace.mayTry()).toBe(false)
  now += 1
  expect(pace.mayTry()).toBe(true)
})

test('it is stuck once, until it was current', () => {
  let now = 0
  const pace = createReadReplicaPace(() => now)
  const note = (isCurrent: boolean) => {
    now += 5_000
    return pace.note(isCurrent)
  }
  expect([false, false, true, false].map(note)).toEqual(['stuck', undefined, undefined, 'stuck'])
})
