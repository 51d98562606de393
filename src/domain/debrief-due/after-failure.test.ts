import { expect, test } from 'vitest'
import { Failure } from '../../contract/failure.ts'
import { stepAfterFailure } from './after-failure.ts'

test('failures are tried again at growing intervals, seven times', () => {
  const steps = Array.from({ length: 8 }, (_, before) =>
    stepAfterFailure(new Error('broken'), before + 1, false),
  )
  const seconds = steps.flatMap((step) => (step.kind === 'postpone' && step.isCounted ? [step.seconds] : []))
  expect(seconds).toEqual(seconds.toSorted((one, other) => one - other))
  expect(seconds).toHaveLength(7)
  expect(steps.at(-1)).toEqual({ kind: 'giveUp' })
  const underWay = new Failure('debrief_under_way', { retryAfterSeconds: 15 })
  expect(stepAfterFailure(underWay, 1, false)).toMatchObject({ kind: 'postpone', isCounted: true })
})

test('a limit and a restart count as no attempt, however often they come', () => {
  const limited = new Failure('debrief_limit', { message: 'Later.', retryAfterSeconds: 41 })
  expect(stepAfterFailure(limited, 30, false)).toEqual({ kind: 'postpone', seconds: 41, isCounted: false })
  expect(stepAfterFailure(new Error('aborted'), 30, true)).toEqual({
    kind: 'postpone',
    seconds: 0,
    isCounted: false,
  })
})

test.each([
  new Failure('billing_unpaid'),
  new Failure('not_completed'),
  new Failure('not_found', { message: 'Not here.' }),
])('what is refused for good is not tried again: $code', (refusal) => {
  expect(stepAfterFailure(refusal, 1, false)).toEqual({ kind: 'drop' })
})
