import { pick, pressDigit, rateByTap } from './answering.ts'
import { back, goTo, next, restore, resumePlace, still } from './moves.ts'
import type { Place } from './place.ts'
import { firstOpen } from './sheet.ts'
import type { AssessmentId, TakingAnswers, TakingView } from './views.ts'

export type Column = 'most' | 'least'
export type Pick = { readonly [column in Column]?: string }

export type Flow = {
  readonly place: Place
  readonly answers: TakingAnswers
  readonly completed: readonly AssessmentId[]
  /** What is chosen on a screen of four, whole or half. */
  readonly pick: Pick
  /** The last sequence number given out. */
  readonly seq: number
  /** When a tap last answered, in ms of any steady clock. */
  readonly tappedAt: number
}

/** `shown` is what was in sight when it was tapped, `at` the time of a tap in ms; a button pressed by key has none. */
export type FlowEvent =
  | { readonly type: 'rate'; readonly value: number; readonly shown: Place; readonly at?: number }
  | { readonly type: 'digit'; readonly digit: number }
  | { readonly type: 'pick'; readonly column: Column; readonly choice: string }
  | { readonly type: 'next' | 'back' | 'practise' }
  | { readonly type: 'restore'; readonly entries: readonly Entry[] }

/** What must reach the server, in this order. `item` is the form's own number of the item. */
export type Entry =
  | {
      readonly type: 'answer'
      readonly assessment: AssessmentId
      readonly item: number
      readonly value: unknown
      readonly seq: number
    }
  | { readonly type: 'finish'; readonly assessment: AssessmentId }

export type Step = { readonly flow: Flow; readonly entries: readonly Entry[] }

/** The state a page begins in: at the item it was asked for, or where the person stopped. */
export function begin(view: TakingView): Flow {
  const flow: Flow = {
    place: { at: 'waiting' },
    answers: view.answers,
    completed: view.parts.filter(({ completed }) => completed).map(({ id }) => id),
    pick: {},
    seq: view.seq,
    tappedAt: Number.NEGATIVE_INFINITY,
  }
  const { at } = view
  const part = view.parts.find(({ id }) => id === at?.part)
  if (!at || !part || flow.completed.includes(at.part)) return goTo(view, flow, resumePlace(view, flow))
  const last = firstOpen(view, flow.answers, at.part) ?? part.itemCount
  return goTo(view, flow, { at: 'item', part: at.part, item: Math.min(Math.max(1, at.item), last) })
}

/**
 * One event in, the next state and what must be sent out. It is pure and its place moves at once, whatever the page
 * still shows, so that no speed of keys or taps can lose an answer or give it to two items.
 */
export function step(view: TakingView, flow: Flow, event: FlowEvent): Step {
  switch (event.type) {
    case 'rate':
      return rateByTap(view, flow, event)
    case 'digit':
      return pressDigit(view, flow, event.digit)
    case 'pick':
      return pick(view, flow, event.column, event.choice)
    case 'next':
      return next(view, flow)
    case 'back':
      return still(back(view, flow))
    case 'practise':
      return still(
        flow.place.at === 'item'
          ? { ...flow, place: { at: 'practice', part: flow.place.part }, pick: {} }
          : flow,
      )
    case 'restore':
      return still(restore(view, flow, event.entries))
  }
}
