import { discForm } from '../../content/forms.ts'
import { blockOrder } from '../assessment/order.ts'
import type { SimulatedAnswer } from './respondent.ts'

type AttemptOfPerson = { profileId: string; attempt: number }

/** `discOrder`: the order of an attempt that has begun, which was stored then. */
export type ShownAttempt = AttemptOfPerson & { discOrder?: readonly number[] | undefined }

/** In the order in which the page asks, so that someone who stops before the end has answered what was shown first. */
export function inShownOrder(
  answers: readonly SimulatedAnswer[],
  { profileId, attempt, discOrder }: ShownAttempt,
): SimulatedAnswer[] {
  const order = discOrder ?? blockOrder(discForm.blocks.length, profileId, attempt)
  const placeOf = ({ assessment, item }: SimulatedAnswer) =>
    assessment === 'disc' ? order.indexOf(item) : item
  return answers.toSorted((one, other) => placeOf(one) - placeOf(other))
}
