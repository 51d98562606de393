import { afterAll, expect, test, vi } from 'vitest'

vi.hoisted(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'en' }, getElementById: () => null })
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('addEventListener', () => {})
})
afterAll(() => vi.unstubAllGlobals())

const { rightsOf } = await import('./rights.ts')

type Account = Exclude<Parameters<typeof rightsOf>[0], 'closed' | undefined>
const account: Account = {
  state: 'active',
  billing: { status: 'active', trialEndDate: null },
  usage: { profiles: 3, profileLimit: null, reports: 2, reportLimit: null, quotas: [] },
}
const trial = (fields: Partial<Account['usage']>, trialEndDate = 300): Account => ({
  ...account,
  billing: { status: 'trialing', trialEndDate },
  usage: { profiles: 3, profileLimit: 25, reports: 2, reportLimit: 10, quotas: [], ...fields },
})
const now = 200_000
const all = () => true
const allowed = (input: Parameters<typeof rightsOf>[0], may: (scope: string) => boolean = all) =>
  Object.entries(rightsOf(input, may, now)).flatMap(([name, value]) => (value === true ? [name] : []))
const everything = [
  ...['mayRead', 'maySend', 'mayAdd', 'mayChange', 'mayTag', 'mayWriteDebriefs', 'maySet', 'mayShare'],
]
const withoutSending = ['mayRead', 'mayChange', 'mayTag', 'maySet', 'mayShare']

test('shows coaches what they may read, and neither tags to change nor anything to share', () => {
  const ofCoach = (scope: string) => scope !== 'profiles:write' && scope !== 'account:write'
  expect(allowed({ ...account, sees: 'teams' }, ofCoach)).toEqual(['mayRead', 'mayWriteDebriefs', 'isCoach'])
})

test('allows only what token, state and billing permit', () => {
  expect(allowed(account)).toEqual(everything)
  expect(allowed(undefined)).toEqual(everything)
  expect(allowed('closed')).toEqual([])
  expect(allowed({ ...account, state: 'paused' })).toEqual([])
  expect(allowed(account, () => false)).toEqual([])
  expect(allowed(account, (scope) => scope === 'tags:manage')).toEqual(['mayTag'])
})

test('blocks sending without a plan, after the trial and when its reports are used up; allows the rest', () => {
  for (const input of [
    { ...account, billing: { status: 'unpaid', trialEndDate: null } } as const,
    { ...account, billing: { status: 'canceled', trialEndDate: null } } as const,
    trial({}, 200),
    trial({ reports: 10 }),
  ]) {
    expect(allowed(input)).toEqual(withoutSending)
    expect(rightsOf(input, all, now).why).toMatch(/can be read, and nothing new can be sent\. Ask/)
  }
  expect(allowed({ ...account, billing: { status: 'past_due', trialEndDate: null } })).toEqual(everything)
  expect(allowed(trial({}))).toEqual(everything)
})

test('at the limit of profiles, blocks only new people, with the reason', () => {
  const full = trial({ profiles: 25 })
  expect(allowed(full)).toEqual(everything.filter((one) => one !== 'mayAdd'))
  expect(rightsOf(full, all, now).why).toContain('no room for another profile. Ask')
})
