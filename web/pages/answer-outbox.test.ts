import { beforeEach, describe, expect, test } from 'vitest'
import { answerEntry, finish, openTab, settled } from '../../test/support/taking-tab.ts'

describe('outbox', () => {
  let world: ReturnType<typeof openTab>
  beforeEach(() => {
    world = openTab()
  })

  test('makes further callers wait for the attempt in progress', async () => {
    const outbox = world.page()
    outbox.add([answerEntry(1)])
    await outbox.send()
    expect(outbox.pending()).toEqual([])
    expect(world.seqs()).toEqual([1])
  })

  test('sends immediately and keeps nothing that was acknowledged', async () => {
    const outbox = world.page()
    outbox.add([answerEntry(1)])
    await settled()
    expect(world.seqs()).toEqual([1])
    expect(outbox.status()).toBe('saved')
    expect(world.stored.size).toBe(0)
  })

  test('sends answers given during a request afterwards, in order and once', async () => {
    const outbox = world.page()
    for (let seq = 1; seq <= 7; seq++) outbox.add([answerEntry(seq)])
    await settled()
    expect(world.seqs()).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  test('keeps answers while offline, shows that, and sends them in order when the network is back', async () => {
    const outbox = world.page()
    world.goOffline()
    for (let seq = 1; seq <= 6; seq++) {
      outbox.add([answerEntry(seq)])
      await settled()
    }
    expect(outbox.status()).toBe('offline')
    expect(outbox.pending()).toHaveLength(6)
    world.goOnline()
    outbox.wake()
    await settled()
    expect(world.seqs()).toEqual([1, 2, 3, 4, 5, 6])
    expect(outbox.status()).toBe('saved')
  })

  test('survives a reload', async () => {
    world.goOffline()
    world.page().add([answerEntry(1), answerEntry(2)])
    await settled()
    world.goOnline()
    const outbox = world.page()
    expect(outbox.pending()).toHaveLength(2)
    await outbox.send()
    expect(world.seqs()).toEqual([1, 2])
  })

  test('never stores a name or an address', async () => {
    world.goOffline()
    world.page().add([answerEntry(1)])
    await settled()
    expect([...world.stored]).toEqual([['key', JSON.stringify({ attempt: '1', entries: [answerEntry(1)] })]])
  })

  test('drops stored answers that belong to another attempt or are unreadable', () => {
    world.stored.set('key', JSON.stringify({ attempt: '1', entries: [answerEntry(1)] }))
    expect(world.page('2').pending()).toEqual([])
    world.stored.set('key', '{broken')
    expect(world.page().pending()).toEqual([])
  })

  test('waits 0.5 s after the first failure, twice as long after each further one, 15 s at most', async () => {
    world.answering(503)
    const outbox = world.page()
    outbox.add([answerEntry(1)])
    await settled()
    expect(outbox.status()).toBe('retrying')
    for (let turn = 0; turn < 7; turn++) await world.pass()
    expect(world.waits).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000])
  })

  test.each([429, 500, 502, 503])('%i keeps the answers and tries again', async (status) => {
    world.answering(status)
    const outbox = world.page()
    outbox.add([answerEntry(1)])
    await settled()
    expect(outbox.pending()).toHaveLength(1)
    expect(world.waits).toEqual([500])
  })

  test.each([undefined, null, {}, { saved: [1] }])('a reply of %o counts as a failure', async (body) => {
    world.answering(200, body)
    const outbox = world.page()
    outbox.add([answerEntry(1)])
    await settled()
    expect(outbox.pending()).toHaveLength(1)
  })

  test('401 keeps the answers for the next sign-in and stops asking', async () => {
    world.answering(401)
    const outbox = world.page()
    outbox.add([answerEntry(1)])
    await settled()
    outbox.add([answerEntry(2)])
    await settled()
    expect(outbox.status()).toBe('ended')
    expect(world.sent).toHaveLength(1)
    expect(world.page().pending()).toHaveLength(2)
  })

  test('409 drops the answers: they belong to an earlier attempt', async () => {
    world.answering(409)
    const outbox = world.page()
    outbox.add([answerEntry(1)])
    await settled()
    expect(outbox.status()).toBe('moved')
    expect(world.stored.size).toBe(0)
  })

  test('a repeated acknowledgement is harmless', async () => {
    world.answering(200, { saved: [1, 1, 99], refused: [], completed: [], done: false, resultsUrl: null })
    const outbox = world.page()
    outbox.add([answerEntry(1)])
    await settled()
    expect(outbox.pending()).toEqual([])
    expect(world.events).toEqual([])
  })

  test('a refused answer is reported, so that the page can reload', async () => {
    world.answering(200, {
      saved: [],
      refused: [{ seq: 1, reason: 'block' }],
      completed: [],
      done: false,
      resultsUrl: null,
    })
    world.page().add([answerEntry(1)])
    await settled()
    expect(world.events).toEqual(['refused'])
  })

  test('a part is completed only with or after its answers, and completion is reported after the acknowledgment', async () => {
    world.goOffline()
    const outbox = world.page()
    outbox.add(Array.from({ length: 60 }, (_, index) => answerEntry(index + 1)))
    outbox.add([finish])
    await settled()
    world.goOnline()
    outbox.wake()
    await settled()
    expect(world.sent.map(({ answers, finish }) => [answers.length, finish])).toEqual([
      [50, undefined],
      [10, ['focus']],
    ])
    expect(world.events).toEqual(['done /take/results'])
  })

  test('a page that another tab replaced neither sends nor stores', async () => {
    const outbox = world.page()
    outbox.close()
    outbox.add([answerEntry(1)])
    await settled()
    expect(world.sent).toEqual([])
    expect(world.stored.size).toBe(0)
  })
})
