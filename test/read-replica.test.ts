import { beforeAll, expect, test } from 'vitest'
import { catalog, doorOperations, linkOperations, memberOperations, scimOperations } from '../src/catalog.ts'
import type { Caller } from '../src/contract/caller.ts'
import type { Operation } from '../src/contract/operation.ts'
import type { RequestMetadata } from '../src/contract/request.ts'
import { mayReadFromReplica } from '../src/gate/read-from-replica.ts'
import {
  type CountingPerson,
  createCountingPerson,
  type ReplicatedService,
  startReplicatedService,
} from './support/read-replica.ts'

let replicated: ReplicatedService
let person: CountingPerson

beforeAll(async () => {
  replicated = await startReplicatedService()
  await replicated.delayReplica('2s')
  person = await createCountingPerson(replicated, 'kofi@test.test')
}, 240_000)

test('two seconds behind, it shows nobody an older state than what was acknowledged or reported', async () => {
  const { callAt, outcomesAt } = replicated
  const { count, changeAt, seenAt, inReplica } = person
  const stale: string[] = []
  let older = 0
  const look = async (places: number[]) => {
    const [there, ...seen] = await Promise.all([inReplica(), ...places.map(seenAt)])
    if (there < count()) older += 1
    const wrong = seen.flat().filter((number) => number !== count())
    stale.push(...wrong.map((number) => `${number} instead of ${count()}`))
  }
  for (let round = 0; round < 6; round++) {
    await changeAt(round)
    await look([0, 1])
  }
  // Someone else learns of a change by its event, and reads then.
  const { after } = (await callAt(0)('GET', '/events?after=latest')).body
  const told = callAt(1)('GET', `/events?after=${after}&wait=10`)
  await changeAt(0)
  expect((await told).body.events).toHaveLength(1)
  await look([1])
  expect(stale).toEqual([])
  // Otherwise the replica would have been as new as the primary.
  expect(older).toBeGreaterThan(0)
  expect((await Promise.all([0, 1].map(outcomesAt))).map(({ failed }) => failed)).toEqual([0, 0])
}, 60_000)

test('once it has caught up, it answers at both instances', async () => {
  const { delayReplica, outcomesAt } = replicated
  const { count, seenAt } = person
  await delayReplica('0')
  const before = await Promise.all([0, 1].map(outcomesAt))
  const more = async () => {
    for (const place of [0, 1]) expect(await seenAt(place)).toEqual([count(), count(), count()])
    const now = await Promise.all([0, 1].map(outcomesAt))
    return Math.min(...now.map(({ answered }, place) => answered - (before[place]?.answered ?? 0)))
  }
  await expect.poll(more, { timeout: 30_000, interval: 50 }).toBeGreaterThanOrEqual(6)
}, 60_000)

test('killed, it fails no request; the log has one line then, and one when it is back', async () => {
  const { servers, instances, callAt } = replicated
  const { count, changeAt, seenAt } = person
  const statuses: number[] = []
  let isOver = false
  const read = async (place: number) => {
    while (!isOver) statuses.push((await callAt(place)('GET', '/pending-profiles')).status)
  }
  const away = /The read replica of DATABASE_READ_URL can't be used/g
  const back = /The read replica of DATABASE_READ_URL can be used again/g
  const lines = (pattern: RegExp) => instances.map(({ logged }) => logged().match(pattern)?.length ?? 0)
  const reading = Promise.all([read(0), read(1)])
  servers.killStandby()
  await expect.poll(() => lines(away), { timeout: 20_000 }).toEqual([1, 1])
  await changeAt(0)
  for (const place of [0, 1]) expect(await seenAt(place)).toEqual([count(), count(), count()])
  expect((await fetch(`${instances[0]?.url}/readyz`)).status).toBe(200)
  await servers.startStandby()
  await expect.poll(() => lines(back), { timeout: 20_000 }).toEqual([1, 1])
  isOver = true
  await reading
  expect(statuses.length).toBeGreaterThan(0)
  expect(statuses.filter((status) => status !== 200)).toEqual([])
  expect(lines(away)).toEqual([1, 1])
}, 60_000)

test('it may answer reads of people, tags and teams, and nothing about access', () => {
  const others = [linkOperations, doorOperations, scimOperations, memberOperations].flatMap((operations) =>
    Object.values<unknown>(operations),
  )
  const caller = { kind: 'machine' } as Caller
  const offered = ([...catalog, ...others] as Operation[]).filter((operation) =>
    mayReadFromReplica({ operation, caller, request: {} as RequestMetadata }),
  )
  expect([...new Set(offered.map(({ name }) => name))].sort()).toEqual(readsOfPeople)
})

const readsOfPeople = [
  'count_profiles_by_status',
  'export_study',
  'get_campaign',
  'get_debrief',
  'get_member_notices',
  'get_profile',
  'get_saved_team',
  'get_study',
  'get_study_eligibility',
  'get_tag',
  'get_takeaways',
  'get_team',
  'get_team_agenda',
  'get_team_organization',
  'get_usage',
  'list_attempts',
  'list_campaign_people',
  'list_campaigns',
  'list_notes',
  'list_pending_profiles',
  'list_profile_campaigns',
  'list_profiles',
  'list_profiles_with_results',
  'list_progress',
  'list_saved_teams',
  'list_tags',
  'read_ats_labels',
]
