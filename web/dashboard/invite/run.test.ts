import { describe, expect, test } from 'vitest'
import { ApiError } from '../client/api-error.ts'
import type { ImportOutcome, InviteOutcome } from '../client/types.ts'
import { resultWords } from './result-words.ts'
import {
  afterInviting,
  continuedByService,
  countOf,
  nextStep,
  type Recipient,
  type Run,
  retryFailed,
} from './run.ts'
import { type RunEffects, runInvites } from './runner.ts'

const recipient = (n: number, fields: Partial<Recipient> = {}): Recipient => ({
  lines: [n + 1],
  person: { email: `p${n}@x.test` },
  channel: 'email',
  profileId: null,
  state: 'waits',
  ...fields,
})
const runOf = (people: Recipient[], fields: Partial<Run> = {}): Run => ({
  id: 'r',
  sends: true,
  tagIds: [],
  people,
  notTaken: [],
  calls: 0,
  notBefore: 0,
  ...fields,
})
const crowd = (count: number) => Array.from({ length: count }, (_, n) => recipient(n))

/** A fake API with a limit of 60 invites per minute, and a clock that waiting advances. */
function world({
  fails = [] as (ApiError | undefined)[],
  refuse = {} as Record<string, InviteOutcome['reason']>,
  /** Whether it says when a limit ends. */
  says = true,
} = {}) {
  const calls: string[] = []
  const waits: number[] = []
  const kept: Run[] = []
  let clock = 1_000_000
  let recent: number[] = []
  let isStopped = false
  const fail = () => {
    const failure = fails.shift()
    if (failure) throw failure
  }
  const place: RunEffects = {
    now: () => clock,
    isStopped: () => isStopped,
    onChange: (run) => kept.push(run),
    async createCampaign(profileIds, step, run) {
      calls.push(`campaign ${run.campaign?.name}`)
      const results = await place.invite(profileIds, step, run)
      const refused = results.filter(({ status }) => status === 'skipped')
      const isNobody = refused.length === results.length
      return isNobody ? { campaignId: undefined, results: refused } : { campaignId: 'c', results }
    },
    async wait(until) {
      waits.push((until - clock) / 1000)
      clock = until
    },
    async add(people, _run, key) {
      calls.push(`add ${people.length} ${key}`)
      fail()
      return people.map(({ person }, at) => added(at + 1, person.email ?? ''))
    },
    async invite(profileIds, { channel, key }, { campaignId = '' }) {
      calls.push(`${channel} ${profileIds.length} ${key} ${campaignId}`.trim())
      fail()
      recent = recent.filter((at) => at > clock - 60_000)
      return profileIds.map((profileId) => {
        const reason = refuse[profileId] ?? (recent.length >= 60 ? 'invite_limit' : null)
        if (!reason) recent.push(clock)
        const end = reason === 'recipient_limit' ? clock + 30_000_000 : (recent[0] ?? clock) + 60_000
        const limit = reason && says ? { retryAfterSeconds: Math.ceil((end - clock) / 1_000) } : {}
        return { profileId, reason, status: reason ? 'skipped' : 'sent', ...limit }
      })
    },
  }
  return { place, calls, waits, kept, stop: () => (isStopped = true) }
}

function added(row: number, profileId: string): ImportOutcome {
  const none = { isInvited: null, sameAs: null, fields: null, param: null, message: null }
  return { row, status: 'new', profileId, channel: 'email', ...none }
}

const states = ({ people }: Run) => people.map(({ state }) => state)

describe('a run', () => {
  test('of ten people is one call to add them and one to invite them', async () => {
    const { place, calls, waits } = world()
    const end = await runInvites(runOf(crowd(10)), place)
    expect(calls).toEqual(['add 10 r-0', 'email 10 r-1'])
    expect([waits, new Set(states(end))]).toEqual([[], new Set(['sent'])])
  })

  test('creates its campaign once, with the first invites and also after an error, and not if there is no one to invite', async () => {
    const campaign = { name: 'Spring' }
    const { place, calls } = world({ fails: [undefined, new ApiError('Gone.', { status: 0 })] })
    await expect(runInvites(runOf(crowd(60), { campaign }), place)).rejects.toThrow()
    const failed = { ...runOf(crowd(60), { campaign }), calls: 1 }
    const known = failed.people.map((one) => ({ ...one, profileId: one.person.email ?? '' }))
    const end = await runInvites({ ...failed, people: known }, place)
    const created = ['campaign Spring', 'email 60 r-1']
    expect([calls, end.campaignId]).toEqual([['add 60 r-0', ...created, ...created], 'c'])
    const nobody = world()
    await runInvites(runOf([recipient(1, { channel: undefined })], { campaign }), nobody.place)
    expect(nobody.calls).toEqual(['add 1 r-0'])
  })

  test('has no campaign if none of them can be invited, and one once a later one can', async () => {
    const campaign = { name: 'Spring' }
    const refuse = { 'p0@x.test': 'recipient_opted_out' } as const
    const end = await runInvites(runOf(crowd(1), { campaign }), world({ refuse }).place)
    expect([end.campaignId, end.people.map(resultWords)]).toEqual([
      undefined,
      ['Skipped: asked for no more emails'],
    ])
    const { place, calls } = world({ refuse })
    const [one, other] = [recipient(0), recipient(1, { channel: 'sms' })]
    const both = await runInvites(runOf([one, other], { campaign }), place)
    expect([both.campaignId, states(both)]).toEqual(['c', ['refused', 'sent']])
    expect(calls).toEqual(['add 2 r-0', 'campaign Spring', 'email 1 r-1', 'campaign Spring', 'sms 1 r-2'])
  })

  test('that belongs to a campaign creates none', async () => {
    const { place, calls } = world()
    await runInvites(runOf(crowd(1), { campaignId: 'autumn' }), place)
    expect(calls).toEqual(['add 1 r-0', 'email 1 r-1 autumn'])
  })

  test("adds 500 per call, invites 100 per call and channel, and waits for the account's rate limit", async () => {
    const people = crowd(620).map((one, n) =>
      n >= 150 ? { ...one, channel: undefined } : n % 3 === 0 ? { ...one, channel: 'sms' as const } : one,
    )
    const { place, calls, waits } = world()
    const end = await runInvites(runOf(people), place)
    expect(calls.slice(0, 4)).toEqual(['add 500 r-0', 'add 120 r-1', 'sms 50 r-2', 'email 100 r-3'])
    expect(waits).toEqual([60, 60])
    expect(states(end).filter((state) => state === 'sent')).toHaveLength(150)
    expect(states(end).filter((state) => state === 'added')).toHaveLength(470)
  })

  test.each([
    ['goes on when the service says, though others of the account have used up the minute', true, [60]],
    ['looks again soon where it does not say', false, [20, 20, 20]],
  ])('%s', async (_, says, waited) => {
    const { place, waits } = world({ says })
    await place.invite(
      crowd(60).map(({ person }) => person.email ?? ''),
      {
        kind: 'invite',
        channel: 'email',
        places: [],
        key: '',
      },
      runOf([]),
    )
    await runInvites(runOf([recipient(99, { profileId: 'x' })]), place)
    expect(waits).toEqual(waited)
  })

  test('only adds if nothing is to be sent, and skips people with results', async () => {
    const { place, calls } = world()
    expect(states(await runInvites(runOf(crowd(2), { sends: false }), place))).toEqual(['added', 'added'])
    expect(calls).toEqual(['add 2 r-0'])
    place.add = async () => [{ ...added(1, 'p'), status: 'completed' }]
    expect(states(await runInvites(runOf(crowd(1)), place))).toEqual(['left'])
  })

  test('waits when the service asks for it, and retries the call with the same key', async () => {
    const busy = new ApiError('Slow down.', { status: 429, retryAfterSeconds: 7 })
    const { place, calls, waits } = world({ fails: [undefined, busy] })
    await runInvites(runOf(crowd(1)), place)
    expect([calls, waits]).toEqual([['add 1 r-0', 'email 1 r-1', 'email 1 r-1'], [7]])
  })

  test('stops on a failure, and continues there with the same key', async () => {
    const { place, calls, kept } = world({ fails: [undefined, new ApiError('Gone.', { status: 0 })] })
    await expect(runInvites(runOf(crowd(2)), place)).rejects.toThrow('Gone.')
    const stood = JSON.parse(JSON.stringify(kept.at(-1))) as Run
    expect(states(await runInvites(stood, place))).toEqual(['sent', 'sent'])
    expect(calls).toEqual(['add 2 r-0', 'email 2 r-1', 'email 2 r-1'])
  })

  test('stops between two calls, with the answer to the last one kept', async () => {
    const { place, calls, stop } = world()
    const add = place.add
    place.add = async (...given) => {
      stop()
      return add(...given)
    }
    const stopped = await runInvites(runOf(crowd(2)), place)
    expect([calls.length, stopped.people[0]?.profileId]).toEqual([1, 'p0@x.test'])
    expect(nextStep(stopped, 0)).toMatchObject({ kind: 'invite', places: [0, 1], key: 'r-1' })
  })

  test('says why a person got nothing, and retries only retryable ones', async () => {
    const refuse: Record<string, InviteOutcome['reason']> = {
      'p0@x.test': 'invited_just_now',
      'p1@x.test': 'number_invalid',
      'p3@x.test': 'recipient_limit',
    }
    const { place, waits } = world({ refuse })
    const end = await runInvites(runOf(crowd(4)), place)
    expect(end.people.map(resultWords)).toEqual([
      'Skipped: was invited less than a minute ago',
      'Not sent: the phone number is not a whole one',
      'Sent by email',
      expect.stringMatching(/^Skipped: this address has had enough invites for now, try again after \d+ \w+/),
    ])
    // Waits as long as the service says, but not for people who can be invited tomorrow.
    const again = retryFailed(end, place.now())
    expect(nextStep(again, place.now())).toEqual({ kind: 'wait', until: place.now() + 60_000 })
    delete refuse['p0@x.test']
    expect(states(await runInvites(again, place))).toEqual(['sent', 'refused', 'sent', 'refused'])
    expect(waits).toEqual([60])
  })

  test("continues with the others if text messages can't be sent", async () => {
    const { place } = world({
      fails: [undefined, new ApiError('No way.', { status: 400, code: 'sms_not_configured' })],
    })
    const [one, other] = [recipient(0, { channel: 'sms' }), recipient(1)]
    expect((await runInvites(runOf([one, other]), place)).people.map(resultWords)).toEqual([
      'Not sent: No way.',
      'Sent by email',
    ])
  })

  test('ends even if the answer lacks a person', async () => {
    const { place } = world()
    place.invite = async () => []
    expect(states(await runInvites(runOf(crowd(1)), place))).toEqual(['refused'])
    place.add = async () => []
    expect(states(await runInvites(runOf(crowd(1)), place))).toEqual(['refused'])
  })
})

describe('invites that the service sends', () => {
  const queued = (count: number) =>
    afterInviting(
      runOf(crowd(count).map((one, n) => ({ ...one, profileId: `p${n}` }))),
      Array.from({ length: count }, (_, n) => n),
      Array.from({ length: count }, (_, n) => ({ profileId: `p${n}`, status: 'queued', reason: null })),
      0,
    )
  const waits = (n: number) => ({ profileId: `p${n}`, reason: null })

  test('end the run, and are shown as the service says', () => {
    const run = queued(4)
    expect(nextStep(run, 0)).toEqual({ kind: 'end' })
    expect(run.people.map(resultWords)).toEqual(Array(4).fill('Follows, sent by Timbre'))
    expect(continuedByService(run, undefined)).toBe(run)
    const shown = continuedByService(run, {
      ...{ waiting: 2, nextAt: null },
      people: [{ profileId: 'p1', reason: 'recipient_opted_out' }, waits(2), waits(3)],
    })
    expect(shown.people.map(resultWords)).toEqual([
      'Sent by email',
      'Skipped: asked for no more emails',
      'Follows, sent by Timbre',
      'Follows, sent by Timbre',
    ])
    expect(countOf(continuedByService(run, { waiting: 0, nextAt: null, people: [] }), 'sent')).toBe(4)
  })

  test('beyond the first ones of a long queue wait too', () => {
    const shown = continuedByService(queued(5), { waiting: 3, nextAt: null, people: [waits(2), waits(3)] })
    expect(shown.people.map(({ state }) => state)).toEqual(['sent', 'sent', 'queued', 'queued', 'queued'])
  })

  test('wait in the order in which the service was asked, which is by channel', () => {
    // One phone first, 1,899 emails, and 100 phones last, as the list has them.
    const sms = (n: number) => n === 0 || n >= 1_900
    let run = runOf(
      crowd(2_000).map((one, n) => ({ ...one, profileId: `p${n}`, channel: sms(n) ? 'sms' : 'email' })),
    )
    const order: number[] = []
    for (let step = nextStep(run, 0); step.kind === 'invite'; step = nextStep(run, 0)) {
      const { places } = step
      order.push(...places)
      const results = places.map((n) => ({ profileId: `p${n}`, status: 'queued' as const, reason: null }))
      run = afterInviting(run, places, results, 0)
    }
    // The service has sent the first sixty that it was asked for, and lists the next thousand.
    const people = order.slice(60, 1_060).map(waits)
    const shown = continuedByService(run, { waiting: 1_940, nextAt: null, people })
    expect(countOf(shown, 'sent')).toBe(60)
    expect(countOf(shown, 'queued')).toBe(1_940)
    const sent = shown.people.flatMap(({ state }, place) => (state === 'sent' ? [place] : []))
    expect(sent).toEqual(order.slice(0, 60).toSorted((one, other) => one - other))
  })

  test('none is taken for sent while the campaign has a long queue before them', () => {
    const people = [{ profileId: 'another', reason: null }]
    expect(countOf(continuedByService(queued(3), { waiting: 4, nextAt: null, people }), 'queued')).toBe(3)
  })
})
