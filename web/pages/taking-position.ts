import type { AssessmentId } from '../../src/http/views/page-view.ts'
import type { TakingPart, TakingView } from '../../src/http/views/taking-view.ts'

/** Where the person is. `item` is the position in the part, from 1. */
export type TakingPosition =
  | { readonly at: 'item'; readonly part: AssessmentId; readonly item: number }
  | { readonly at: 'practice'; readonly part: AssessmentId }
  | { readonly at: 'pause'; readonly part: AssessmentId }
  | { readonly at: 'finish'; readonly part: AssessmentId }
  | { readonly at: 'waiting' }

/** The URL of this position; positions without one are where the page starts by itself. */
export function positionUrl(position: TakingPosition): string {
  if (position.at === 'item') return `/take?part=${position.part}&item=${position.item}`
  return position.at === 'practice' ? `/take?part=${position.part}&practice=1` : '/take'
}

/** The part with this id, or undefined if the person doesn't take it. */
export function findPart(view: TakingView, part: AssessmentId | undefined): TakingPart | undefined {
  return view.parts.find(({ id }) => id === part)
}

export function isSamePosition(a: TakingPosition, b: TakingPosition): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
