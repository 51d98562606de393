import { describe, expect, test } from 'vitest'
import type { TakingView } from '../../src/http/views/taking-view.ts'
import { firstUnanswered } from './answer-sheet.ts'
import { begin, step } from './flow.ts'
import type { Entry, Flow, FlowEvent } from './flow-state.ts'
import { takingViewAfter, takingViewFixture } from './sample.ts'

function run(view: TakingView, events: readonly FlowEvent[], from = begin(view)) {
  let flow = from
  const entries: Entry[] = []
  for (const event of events) {
    const next = step(view, flow, event)
    flow = next.flow
    entries.push(...next.entries)
  }
  return { flow, entries }
}

const digit = (digit: number): FlowEvent => ({ type: 'digit', digit })
const next: FlowEvent = { type: 'next' }
const back: FlowEvent = { type: 'back' }
const tap = (flow: Flow, value: number, at: number): FlowEvent => ({
  type: 'rate',
  value,
  at,
  shown: flow.position,
})
const answersIn = (entries: readonly Entry[]) => entries.filter((entry) => entry.type === 'answer')

const inFocus = begin({ ...takingViewAfter('disc'), at: { part: 'focus', item: 1 } })
const focusView = takingViewAfter('disc')
const coreView = takingViewAfter('disc', 'focus')
const inCore = begin({ ...coreView, at: { part: 'core', item: 1 } })

describe('a sitting starts', () => {
  test('at the first item of the first part', () => {
    expect(begin(takingViewFixture).position).toEqual({ at: 'item', part: 'disc', item: 1 })
  })

  test('at the pause if the previous part is completed and this one has no answers', () => {
    expect(begin(focusView).position).toEqual({ at: 'pause', part: 'focus' })
  })

  test('at the first open item, whatever the order of the answers', () => {
    const view = { ...focusView, answers: { ...focusView.answers, focus: { 1: 5, 2: 4, 4: 1 } } }
    expect(begin(view).position).toEqual({ at: 'item', part: 'focus', item: 3 })
  })

  test('at the closing button if a part is fully answered but not closed', () => {
    const view = {
      ...focusView,
      answers: { ...focusView.answers, focus: takingViewAfter('focus').answers.focus },
    }
    const flow = begin(view)
    expect(flow.position).toEqual({ at: 'finish', part: 'focus' })
    expect(run(view, [next], flow).entries).toEqual([{ type: 'finish', assessment: 'focus' }])
  })

  test('never beyond the first open item, whatever the address says', () => {
    expect(begin({ ...takingViewFixture, at: { part: 'disc', item: 20 } }).position).toMatchObject({
      item: 1,
    })
  })
})

describe('Focus', () => {
  test('one key answers and continues', () => {
    const { flow, entries } = run(focusView, [digit(4), digit(2)], inFocus)
    expect(entries).toEqual([
      { type: 'answer', assessment: 'focus', item: 1, value: 4, seq: 501 },
      { type: 'answer', assessment: 'focus', item: 2, value: 2, seq: 502 },
    ])
    expect(flow.position).toEqual({ at: 'item', part: 'focus', item: 3 })
  })

  test('a hundred and twenty keys at any speed are as many answers, and close the part', () => {
    const { flow, entries } = run(
      focusView,
      Array.from({ length: 120 }, () => digit(3)),
      inFocus,
    )
    expect(answersIn(entries)).toHaveLength(120)
    expect(entries.at(-1)).toEqual({ type: 'finish', assessment: 'focus' })
    expect(flow.position).toEqual({ at: 'pause', part: 'core' })
  })

  test('keys without a meaning change nothing', () => {
    expect(run(focusView, [digit(6), digit(9), next], inFocus)).toEqual({ flow: inFocus, entries: [] })
  })

  test('one double tap never answers two items', () => {
    const first = run(focusView, [tap(inFocus, 4, 1000)], inFocus)
    const second = run(focusView, [tap(first.flow, 4, 1200)], first.flow)
    expect(second.entries).toEqual([])
    expect(run(focusView, [tap(first.flow, 4, 1251)], first.flow).entries).toHaveLength(1)
  })

  test('a tap right after an answer corrects that answer', () => {
    const { flow, entries } = run(focusView, [tap(inFocus, 4, 1000), tap(inFocus, 5, 1100)], inFocus)
    expect(answersIn(entries).map(({ item, value }) => [item, value])).toEqual([
      [1, 4],
      [1, 5],
    ])
    expect(flow.position).toMatchObject({ item: 2 })
  })

  test('back keeps the answer, and changing it overwrites', () => {
    const { flow, entries } = run(focusView, [digit(4), back, digit(1)], inFocus)
    expect(flow.answers.focus).toEqual({ 1: 1 })
    expect(answersIn(entries).map(({ seq }) => seq)).toEqual([501, 502])
  })
})

describe('most and least', () => {
  test('the first key chooses most, the second least, and the pair is saved before Next', () => {
    const { flow, entries } = run(takingViewFixture, [digit(2), digit(4)])
    expect(entries).toEqual([
      { type: 'answer', assessment: 'disc', item: 24, value: { most: 'I', least: 'C' }, seq: 1 },
    ])
    expect(flow.position).toMatchObject({ item: 1 })
    expect(run(takingViewFixture, [next], flow).flow.position).toMatchObject({ item: 2 })
  })

  test('a third key changes least and saves again', () => {
    const { entries } = run(takingViewFixture, [digit(2), digit(4), digit(1)])
    expect(answersIn(entries).map(({ value }) => value)).toEqual([
      { most: 'I', least: 'C' },
      { most: 'I', least: 'D' },
    ])
  })

  test('the same statement in the other column moves', () => {
    const { flow, entries } = run(takingViewFixture, [digit(2), digit(2)])
    expect(flow.pick).toEqual({ least: 'I' })
    expect(entries).toEqual([])
  })

  test('Next requires both', () => {
    expect(run(takingViewFixture, [digit(1), next]).flow.position).toMatchObject({ item: 1 })
  })

  test('back shows the earlier choice', () => {
    const { flow } = run(takingViewFixture, [digit(1), digit(2), next, back])
    expect(flow.pick).toEqual({ most: 'D', least: 'I' })
  })
})

describe('Core', () => {
  const screens = (count: number) => Array.from({ length: count }, () => [digit(1), digit(4), next]).flat()

  test('twenty-one screens close it and the sitting', () => {
    const { flow, entries } = run(coreView, screens(21), inCore)
    expect(answersIn(entries)).toHaveLength(21)
    expect(entries.at(-1)).toEqual({ type: 'finish', assessment: 'core' })
    expect(flow.position).toEqual({ at: 'waiting' })
  })

  test('an earlier answer that changes later screens makes them unanswered', () => {
    const { flow } = run(coreView, screens(20), inCore)
    const backToFirst = Array.from({ length: 20 }, () => back)
    const changed = run(
      coreView,
      [...backToFirst, digit(2), digit(3), { type: 'pick', column: 'most', choice: 'wisdom' }],
      flow,
    )
    const open = firstUnanswered(coreView, changed.flow.answers, 'core') ?? 0
    expect(open).toBeGreaterThan(13)
    const on = run(
      coreView,
      Array.from({ length: 30 }, () => next),
      changed.flow,
    )
    expect(on.flow.position).toMatchObject({ item: open })
    expect(on.flow.pick).toEqual({})
  })
})

describe('a practice question', () => {
  test('is never sent, and continues to the first item', () => {
    const { flow, entries } = run(focusView, [{ type: 'practise' }, digit(3)], inFocus)
    expect(entries).toEqual([])
    expect(flow.position).toEqual({ at: 'item', part: 'focus', item: 1 })
  })

  test('with four statements requires both and Next', () => {
    const events: FlowEvent[] = [{ type: 'practise' }, digit(1), next, digit(2)]
    expect(run(takingViewFixture, events).flow.position).toEqual({ at: 'practice', part: 'disc' })
    expect(run(takingViewFixture, [...events, next]).flow.position).toEqual({
      at: 'item',
      part: 'disc',
      item: 1,
    })
  })
})

describe('pending answers of an earlier page', () => {
  test('count as answered, and numbers continue after them', () => {
    const entries: Entry[] = [
      { type: 'answer', assessment: 'focus', item: 1, value: 5, seq: 601 },
      { type: 'answer', assessment: 'focus', item: 2, value: 5, seq: 602 },
    ]
    const restored = run(focusView, [{ type: 'restore', entries }]).flow
    expect(restored.position).toEqual({ at: 'item', part: 'focus', item: 3 })
    expect(run(focusView, [digit(1)], restored).entries).toMatchObject([{ item: 3, seq: 603 }])
  })
})
