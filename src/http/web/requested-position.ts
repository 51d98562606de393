import type { FastifyRequest } from 'fastify'
import { factsFor } from '../../content/assessments.ts'
import { searchParamsOf } from '../page/request-url.ts'
import type { TakingView } from '../views/taking-view.ts'
import type { SittingState } from './taking-view.ts'

/**
 * The position that the URL names: for moving forward and back without JavaScript, and for a change of language in the
 * middle. When the form of a DISC block is loaded in another language, the URL has the block's number in the form and
 * the choices that weren't submitted yet.
 */
export function requestedPosition(
  request: FastifyRequest,
  { profile, discOrder }: Pick<SittingState, 'profile' | 'discOrder'>,
): TakingView['at'] {
  const search = searchParamsOf(request)
  const form = search.get('assessment')
  const part = profile.availableAssessments.find((id) => id === (form ?? search.get('part')))
  if (!part || profile.completedAssessments.includes(part)) return undefined
  if (search.has('practice')) return { part, item: 1, practice: true }
  const number = Number(search.get('item') ?? '1')
  const item = form === 'disc' ? discOrder.indexOf(number) + 1 : number
  const { itemCount } = factsFor(part, profile.focusForm)
  if (!Number.isInteger(item) || item < 1 || item > itemCount) return undefined
  const most = search.get('most') ?? search.get('best')
  const least = search.get('least') ?? search.get('worst')
  const pick = { ...(most === null ? {} : { most }), ...(least === null ? {} : { least }) }
  return { part, item, ...(form === null ? {} : { pick }) }
}
