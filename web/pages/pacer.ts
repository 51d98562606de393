import { minutesLeft, withPace } from './pace.ts'
import { type Place, partWith } from './place.ts'
import type { Flow } from './state.ts'
import type { TakingView } from './views.ts'

/** Keeps the person's pace within a part. */
export type Pacer = {
  /** Takes note of a move; tells the minutes left in the part, or undefined outside of one. */
  moved(from: Place, flow: Flow, answered: boolean): number | undefined
}

/** `now` is a steady clock in ms. */
export function startPacer(view: TakingView, now: () => number): Pacer {
  let paces: readonly number[] = []
  let shownAt = now()
  return {
    moved(from, { place, answers }, answered) {
      if (partOf(from) !== partOf(place)) paces = []
      else if (answered) paces = withPace(paces, now() - shownAt)
      shownAt = now()
      const part = partWith(view, partOf(place))
      if (!part) return undefined
      const left = part.itemCount - Object.keys(answers[part.id]).length
      return minutesLeft(paces, left, (part.estimatedMinutes * 60_000) / part.itemCount)
    },
  }
}

/** The part whose questions are asked at a place; none at a pause. */
export function partOf(place: Place): TakingView['parts'][number]['id'] | undefined {
  return place.at === 'item' || place.at === 'practice' ? place.part : undefined
}
