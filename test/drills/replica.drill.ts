import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createCountingPerson, startReplicatedService } from '../support/read-replica.ts'

const seconds = 60
/** How late the replica is, in turn. */
const delays = ['0', '20ms', '200ms', '2s']

test('a read replica that is late, and killed, under four writers with readers at two instances', async () => {
  const replicated = await startReplicatedService()
  const { servers, instances, delayReplica, outcomesAt, callAt } = replicated
  const people = await Promise.all(
    Array.from({ length: 4 }, (_, place) => createCountingPerson(replicated, `w${place}@replica.test`)),
  )
  const stale: string[] = []
  const statuses: Record<number, number> = {}
  let [looks, older] = [0, 0]
  const until = performance.now() + seconds * 1_000
  const isOver = () => performance.now() > until
  const write = async (place: number) => {
    const person = people[place] as (typeof people)[number]
    for (let round = place; !isOver(); round++) {
      await person.changeAt(round)
      const [there, ...seen] = await Promise.all([
        person.inReplica().catch(() => undefined),
        person.seenAt(0),
        person.seenAt(1),
      ])
      looks += seen.flat().length
      if (there !== undefined && there < person.count()) older += 1
      for (const number of seen.flat())
        if (number !== person.count()) stale.push(`${number} instead of ${person.count()}`)
      // Without a pause in writing, a replica that is late would never be current.
      await setTimeout(Math.random() * 500)
    }
  }
  const read = async (place: number) => {
    while (!isOver()) {
      const { status } = await callAt(place)('GET', '/profiles/statuses')
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  const disturb = async () => {
    for (let round = 0; !isOver(); round++) {
      await delayReplica(delays[round % delays.length] as string)
      await setTimeout(5_000)
      if (round % 4 !== 3) continue
      servers.killStandby()
      await setTimeout(3_000)
      await servers.startStandby()
    }
  }
  await Promise.all([...people.map((_, place) => write(place)), read(0), read(1), disturb()])
  const outcomes = await Promise.all([0, 1].map(outcomesAt))
  const lines = instances.map(
    ({ logged }) => logged().match(/The read replica of DATABASE_READ_URL/g)?.length,
  )
  const changes = people.reduce((sum, person) => sum + person.count(), 0)
  console.info(JSON.stringify({ changes, looks, stale: stale.length, older, statuses, outcomes, lines }))
  expect(stale).toEqual([])
  expect(Object.keys(statuses)).toEqual(['200'])
  expect(older).toBeGreaterThan(0)
  expect(Math.min(...outcomes.map(({ answered }) => answered))).toBeGreaterThan(0)
}, 300_000)

test('a read replica that hangs for ten seconds fails no request', async () => {
  const { servers, instances, delayReplica, outcomesAt, callAt } = await startReplicatedService({
    databasePatience: 1,
  })
  await delayReplica('0')
  const statuses: Record<number, number> = {}
  let slowest = 0
  let isOver = false
  const read = async (place: number) => {
    while (!isOver) {
      const began = performance.now()
      const { status } = await callAt(place)('GET', '/profiles/statuses')
      slowest = Math.max(slowest, performance.now() - began)
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  const reading = Promise.all([read(0), read(0), read(1), read(1)])
  const answered = async () => (await outcomesAt(0)).answered
  await expect.poll(answered).toBeGreaterThan(10)
  servers.signalStandby('SIGSTOP')
  await setTimeout(10_000)
  servers.signalStandby('SIGCONT')
  const before = await answered()
  await expect.poll(answered, { timeout: 20_000 }).toBeGreaterThan(before + 10)
  isOver = true
  await reading
  const lines = instances.map(
    ({ logged }) => logged().match(/The read replica of DATABASE_READ_URL/g)?.length,
  )
  console.info(JSON.stringify({ statuses, slowestMilliseconds: Math.round(slowest), lines }))
  expect(Object.keys(statuses)).toEqual(['200'])
  expect(slowest).toBeLessThan(4_000)
}, 120_000)
