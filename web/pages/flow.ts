import type { TakingView } from '../../src/http/views/taking-view.ts'
import { pickChoice, pressDigit, rateByTap } from './answering.ts'
import type { Flow, FlowEvent, FlowStep } from './flow-state.ts'
import { back, goToRequested, next, restore, withoutEntries } from './navigation.ts'

/** The initial state: the requested item, or where the person stopped. */
export function begin(view: TakingView): Flow {
  const flow: Flow = {
    position: { at: 'waiting' },
    answers: view.answers,
    completed: view.parts.filter(({ completed }) => completed).map(({ id }) => id),
    pick: {},
    seq: view.seq,
    tappedAt: Number.NEGATIVE_INFINITY,
  }
  return goToRequested(view, flow)
}

/**
 * Reducer: takes one event, returns the next state and effects. It is pure and the position changes immediately,
 * whatever is still visible, so that no speed of keys or taps can lose an answer or give it to two items.
 */
export function step(view: TakingView, flow: Flow, event: FlowEvent): FlowStep {
  switch (event.type) {
    case 'rate':
      return rateByTap(view, flow, event)
    case 'digit':
      return pressDigit(view, flow, event.digit)
    case 'pick':
      return pickChoice(view, flow, event.column, event.choice)
    case 'next':
      return next(view, flow)
    case 'back':
      return withoutEntries(back(view, flow))
    case 'practise':
      return withoutEntries(
        flow.position.at === 'item'
          ? { ...flow, position: { at: 'practice', part: flow.position.part }, pick: {} }
          : flow,
      )
    case 'restore':
      return withoutEntries(restore(view, flow, event.entries))
  }
}
