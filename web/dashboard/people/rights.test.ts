import { expect, test } from 'vitest'
import { rightsOf } from './rights.ts'

const account = { state: 'active', billing: { status: 'active', trialEndDate: null } } as const
const all = () => true

test('offers what token, state and billing allow, and nothing else (72)', () => {
  const none = { maySend: false, mayTag: false }
  expect(rightsOf(account, all)).toEqual({ maySend: true, mayTag: true })
  expect(rightsOf({ ...account, state: 'paused' }, all)).toEqual(none)
  expect(rightsOf('closed', all)).toEqual(none)
  expect(rightsOf(account, () => false)).toEqual(none)
  expect(rightsOf(account, (scope) => scope === 'tags:manage')).toEqual({ ...none, mayTag: true })
})

test('lets nothing be sent without a plan or after the trial, while tags can be changed', () => {
  const still = { maySend: false, mayTag: true }
  expect(rightsOf({ ...account, billing: { status: 'unpaid', trialEndDate: null } }, all)).toEqual(still)
  const trial = (trialEndDate: number) => ({
    ...account,
    billing: { status: 'trialing', trialEndDate } as const,
  })
  expect(rightsOf(trial(100), all, 200_000)).toEqual(still)
  expect(rightsOf(trial(300), all, 200_000).maySend).toBe(true)
})
