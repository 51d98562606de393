import type { TakingView } from '../../src/http/views/taking-view.ts'
import type { Flow } from './flow-state.ts'
import { addPace, minutesLeft } from './pace.ts'
import { findPart, type TakingPosition } from './taking-position.ts'

/** Tracks the person's pace within a part. */
export type PaceTracker = {
  /** Records a move. Returns the minutes left in the part, or undefined outside of one. */
  recordMove(from: TakingPosition, flow: Flow, answered: boolean): number | undefined
}

/** `now` is a monotonic clock in ms. */
export function createPaceTracker(view: TakingView, now: () => number): PaceTracker {
  let paces: readonly number[] = []
  let shownAt = now()
  return {
    recordMove(from, { position, answers }, answered) {
      if (partOf(from) !== partOf(position)) paces = []
      else if (answered) paces = addPace(paces, now() - shownAt)
      shownAt = now()
      const part = findPart(view, partOf(position))
      if (!part) return undefined
      const left = part.itemCount - Object.keys(answers[part.id]).length
      return minutesLeft(paces, left, (part.estimatedMinutes * 60_000) / part.itemCount)
    },
  }
}

/** The part of a position; undefined for a pause. */
export function partOf(position: TakingPosition): TakingView['parts'][number]['id'] | undefined {
  return position.at === 'item' || position.at === 'practice' ? position.part : undefined
}
