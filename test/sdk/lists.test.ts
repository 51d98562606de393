import { beforeAll, describe, expect, test } from 'vitest'
import { Timbre } from '../../clients/sdk/timbre.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { pretendApi, refusal } from '../support/pretended-api.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'

let running: TestService
let account: TestAccount
let timbre: Timbre
let requests: { path: string }[]
beforeAll(async () => {
  running = await startTestService()
  account = await running.account()
  const { clientId, clientSecret } = account
  requests = []
  const onRequest = (note: { path: string }) => requests.push(note)
  timbre = new Timbre({ baseUrl: running.url, clientId, clientSecret, onRequest })
  const rows = Array.from({ length: 205 }, (_, n) => ({ email: `person-${n}@test.test` }))
  await timbre.profiles.import({ rows })
})
const requestsOf = async (work: () => Promise<unknown>) => {
  requests.length = 0
  await work()
  return requests.length
}

describe('a list', () => {
  test('is its first page when awaited, with what the API says of it', async () => {
    const page = await timbre.profiles.list({ limit: 3 })
    expect(page.profiles).toHaveLength(3)
    expect(page.pagination).toMatchObject({ total: 205, hasMore: true })
  })

  test('has every item once when iterated, a hundred at a time, and stops when the reader does', async () => {
    const emails = new Set<unknown>()
    const count = await requestsOf(async () => {
      for await (const person of timbre.profiles.list()) emails.add(person.email)
    })
    expect([emails.size, count]).toEqual([205, 3])
    const early = await requestsOf(async () => {
      for await (const _ of timbre.profiles.list()) break
    })
    expect(early).toBe(1)
  })

  test('has pages', async () => {
    const sizes: number[] = []
    for await (const page of timbre.profiles.list({ limit: 90 }).pages()) sizes.push(page.profiles.length)
    expect(sizes).toEqual([90, 90, 25])
  })

  test('is complete while others delete people that were read already', async () => {
    const other = await running.account()
    const own = new Timbre({ baseUrl: running.url, token: () => other.token })
    await own.profiles.import({ rows: Array.from({ length: 30 }, (_, n) => ({ email: `${n}@test.test` })) })
    const seen: string[] = []
    for await (const { id } of own.profiles.list({ limit: 10 })) {
      seen.push(id)
      if (seen.length === 10) await Promise.all(seen.map((one) => own.profiles.delete(one)))
    }
    expect(new Set(seen).size).toBe(30)
  })

  test('of the audit log and of messages continues by their own cursors', async () => {
    const entries = new Set<string>()
    for await (const { id } of timbre.auditEntries.list({ limit: 100 })) entries.add(id)
    const { pagination } = await timbre.auditEntries.list()
    expect(entries.size).toBe(pagination.total)
    const people = await timbre.profiles.list({ limit: 5 })
    for (const { id } of people.profiles) await timbre.invites.sendByEmail(id)
    const messages = new Set<string>()
    for await (const { id } of timbre.messages.list({ limit: 2 })) messages.add(id)
    expect(messages.size).toBe(5)
  })
})

describe('the feed', () => {
  const tag = async () => (await timbre.tags.create({ label: newPublicId(), color: 'blue' })).tag.id

  test('is read from a place, event by event, and waits for the next one', async () => {
    const { after } = await timbre.events.stream({ after: 'latest' })
    const made = [await tag(), await tag()]
    const abort = new AbortController()
    const heard: string[] = []
    const stream = timbre.events.stream(
      { ...(after && { after }), types: ['tag.created'] },
      { signal: abort.signal },
    )
    for await (const event of stream) {
      if (event.type === 'tag.created') heard.push(event.data.tagId)
      if (heard.length === 2) made.push(await tag())
      if (heard.length === 3) break
    }
    expect(heard).toEqual(made)
    const waiting = (async () => {
      for await (const _ of timbre.events.stream({ after: 'latest' }, { signal: abort.signal }));
    })()
    abort.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
  })

  test('backwards ends with the oldest event', async () => {
    const seqs: number[] = []
    for await (const { seq } of timbre.events.stream({ before: 'latest', limit: 100 })) seqs.push(seq)
    expect(seqs.at(-1)).toBe(1)
    expect(seqs).toEqual(seqs.toSorted((left, right) => right - left))
  })

  test('waits for the end of an outage, but not for a service that never answered', async () => {
    const event = { id: 'a'.repeat(24), seq: 1, type: 'tag.created', data: { tagId: 'b' } }
    const page = (events: object[]) => ({
      status: 200,
      body: { events, after: 'a'.repeat(24), hasMore: false },
    })
    const down = refusal(503, 'unavailable', {}, { 'retry-after': '0' })
    const answers = [page([event]), down, down, down, page([event])]
    const api = await pretendApi(() => answers.shift() ?? down)
    const reader = new Timbre({ baseUrl: api.url, token: () => 'token' })
    let heard = 0
    for await (const _ of reader.events.stream()) if (++heard === 2) break
    expect(api.requests).toHaveLength(5)
    const never = async () => {
      for await (const _ of reader.events.stream());
    }
    await expect(never()).rejects.toThrow('Refused: unavailable.')
  })
})
