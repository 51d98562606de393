import { pick, pressDigit, rateByTap } from './answering.ts'
import { back, goToAsked, next, restore, still } from './moves.ts'
import type { Flow, FlowEvent, Step } from './state.ts'
import type { TakingView } from './views.ts'

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
  return goToAsked(view, flow)
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
