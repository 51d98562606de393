import type { TakingView } from '../../src/http/views/taking-view.ts'
import type { Flow } from './flow-state.ts'
import { addPace, paceOf } from './pace.ts'
import type { TakingPosition } from './taking-position.ts'

/** Tracks the person's pace within a part. */
export type PaceTracker = {
  /** Records a move. Returns the minutes left in all parts. */
  recordMove(from: TakingPosition, flow: Flow, answered: boolean): number
}

/** `now` is a monotonic clock in ms. */
export function createPaceTracker(view: TakingView, now: () => number): PaceTracker {
  let paces: readonly number[] = []
  let shownAt = now()
  return {
    recordMove(from, flow, answered) {
      if (partOf(from) !== partOf(flow.position)) paces = []
      else if (answered) paces = addPace(paces, now() - shownAt)
      shownAt = now()
      return journeyMinutes(view, flow, paces)
    },
  }
}

/** Minutes left in all parts that aren't completed, at least 1, with the person's pace in the current one. */
export function journeyMinutes(
  { parts }: TakingView,
  { answers, completed, position }: Flow,
  paces: readonly number[],
): number {
  let minutes = 0
  for (const { id, itemCount, estimatedMinutes } of parts) {
    if (completed.includes(id)) continue
    const usual = estimatedMinutes / itemCount
    const itemsLeft = itemCount - Object.keys(answers[id]).length
    minutes += itemsLeft * (id === partOf(position) ? paceOf(paces, usual) : usual)
  }
  return Math.round(minutes) || 1
}

/** The part of a position; undefined for a pause. */
export function partOf(position: TakingPosition): TakingView['parts'][number]['id'] | undefined {
  return position.at === 'item' || position.at === 'practice' ? position.part : undefined
}
