import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { firstUnanswered, optionsAt } from './answer-sheet.ts'
import { begin, step } from './flow.ts'
import type { FlowEvent } from './flow-state.ts'
import { takingViewAfter, takingViewFixture } from './sample.ts'

describe('any sequence of taps, keys and backs', () => {
  const anyEvent = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.integer({ min: 1, max: 5 }).map((value) => ({ kind: 'digit' as const, value })),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('tap' as const),
        value: fc.integer({ min: 1, max: 5 }),
        wait: fc.integer({ min: 0, max: 600 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('pick' as const),
        value: fc.integer({ min: 1, max: 4 }),
        least: fc.boolean(),
      }),
    },
    { weight: 4, arbitrary: fc.constant({ kind: 'next' as const }) },
    { weight: 1, arbitrary: fc.constantFrom({ kind: 'back' as const }, { kind: 'practise' as const }) },
  )

  test.each([
    ['from the start', takingViewFixture],
    ['in Focus', { ...takingViewAfter('disc'), at: { part: 'focus', item: 1 } as const }],
    ['in Core', { ...takingViewAfter('disc', 'focus'), at: { part: 'core', item: 1 } as const }],
  ])('%s: no answer is lost or duplicated, and every state is valid', (_, view) => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 200 }), (events) => {
        let flow = begin(view)
        let time = 0
        let seq = flow.seq
        const sent = { disc: new Map(), focus: new Map(), core: new Map() }
        for (const event of events) {
          const before = flow
          const choices = optionsAt(view, flow.answers, flow.position)
          if (event.kind === 'tap') time += event.wait
          const next: FlowEvent =
            event.kind === 'digit'
              ? { type: 'digit', digit: event.value }
              : event.kind === 'tap'
                ? { type: 'rate', value: event.value, at: time, shown: flow.position }
                : event.kind === 'pick'
                  ? {
                      type: 'pick',
                      column: event.least ? 'least' : 'most',
                      choice: choices[event.value - 1] ?? '',
                    }
                  : { type: event.kind }
          const after = step(view, flow, next)
          flow = after.flow
          const answers = after.entries.filter((entry) => entry.type === 'answer')
          for (const { assessment, item, value, seq: number } of answers) {
            expect(number).toBe(++seq)
            sent[assessment].set(item, value)
          }
          expect(answers.length).toBeLessThanOrEqual(1)
          if (event.kind === 'digit' && before.position.at === 'item' && before.position.part === 'focus') {
            expect(answers).toMatchObject([{ item: before.position.item, value: event.value }])
          }
          if (flow.position.at === 'item') {
            const { part, item } = flow.position
            const count = view.parts.find(({ id }) => id === part)?.itemCount ?? 0
            expect(item >= 1 && item <= count && !flow.completed.includes(part)).toBe(true)
          }
          if (flow.pick.most !== undefined) expect(flow.pick.most).not.toBe(flow.pick.least)
          for (const entry of after.entries) {
            if (entry.type === 'finish')
              expect(firstUnanswered(view, flow.answers, entry.assessment)).toBeUndefined()
          }
        }
        for (const part of ['disc', 'focus', 'core'] as const) {
          for (const [item, value] of sent[part]) expect(flow.answers[part][item]).toEqual(value)
        }
      }),
      { numRuns: 60 },
    )
  })
})
