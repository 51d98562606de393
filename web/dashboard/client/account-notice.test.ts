import { expect, test, vi } from 'vitest'
import { noticeFor } from './account-block.ts'

vi.hoisted(() => vi.stubGlobal('document', { documentElement: { lang: 'en' }, getElementById: () => null }))

type Account = Parameters<typeof noticeFor>[0]
const account = (fields: Partial<Account> = {}): Account => ({
  state: 'active',
  billing: { status: 'trialing', trialEndDate: Math.floor(Date.now() / 1000) + 86_400 },
  usage: { profiles: 3, profileLimit: 25, reports: 2, reportLimit: 10, quotas: [] },
  ...fields,
})

test('a trial with few profiles shows no notice', () => {
  expect(noticeFor(account())).toBeUndefined()
})

test('from 80% on, a trial shows its usage and what to do', () => {
  const usage = { profiles: 20, profileLimit: 25, reports: 2, reportLimit: 10, quotas: [] }
  expect(noticeFor(account({ usage }))).toMatch(/^20 of 25 profiles.*Ask/)
  expect(noticeFor(account({ usage: { ...usage, profiles: 19 } }))).toBeUndefined()
  expect(noticeFor(account({ usage: { ...usage, profiles: 25 } }))).toContain('No new one')
  expect(noticeFor(account({ usage: { ...usage, reports: 10 } }))).toMatch(
    /^All 10 reports.*nothing new can be sent/,
  )
})

test('ended trials, unpaid and paused accounts each say what still works', () => {
  expect(noticeFor(account({ billing: { status: 'trialing', trialEndDate: 1 } }))).toContain(
    'trial has ended',
  )
  expect(noticeFor(account({ billing: { status: 'unpaid', trialEndDate: null } }))).toContain('can be read')
  expect(noticeFor(account({ state: 'paused' }))).toContain('paused')
})

test('a paid account shows no notice at any usage', () => {
  const usage = { profiles: 900, profileLimit: null, reports: 800, reportLimit: null, quotas: [] }
  expect(noticeFor(account({ billing: { status: 'active', trialEndDate: null }, usage }))).toBeUndefined()
})
