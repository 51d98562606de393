import { expect, test } from 'vitest'
import { findRateRefusal } from './limits.ts'

const now = new Date('2026-11-21T12:00:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000).toISOString()
const others = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    profile_id: `other${at}`,
    created_at: ago(at / 2),
    origin: 'account' as const,
  }))
const fresh = { profileId: 'new', origin: 'account' } as const
const again = { profileId: 'own', origin: 'account' } as const

test('the sixtieth invite of a minute is allowed, the next one waits until the oldest is a minute old', () => {
  expect(findRateRefusal(others(59), fresh, now)).toBeUndefined()
  expect(findRateRefusal(others(60), fresh, now)).toMatchObject({
    code: 'invite_limit',
    retryAfterSeconds: 31,
  })
  expect(findRateRefusal(others(70), fresh, now)).toMatchObject({ retryAfterSeconds: 31 })
})

test('a profile waits for its own minute, and the refusal says so', () => {
  const own = { profile_id: 'own', created_at: ago(12.3), origin: 'account' as const }
  expect(findRateRefusal([...others(70), own], again, now)).toMatchObject({
    code: 'invited_just_now',
    retryAfterSeconds: 48,
    message: 'This profile was invited less than a minute ago. Try again in 48 seconds.',
  })
  expect(findRateRefusal([own], fresh, now)).toBeUndefined()
})

test('a refusal never says to wait for zero seconds', () => {
  const own = { profile_id: 'own', created_at: ago(60), origin: 'account' as const }
  expect(findRateRefusal([own], again, now)?.retryAfterSeconds).toBe(1)
})

test('invites requested by others neither count against the account nor wait for its invites', () => {
  const shared = others(70).map((other) => ({ ...other, origin: 'share' as const }))
  expect(findRateRefusal(shared, fresh, now)).toBeUndefined()
  expect(findRateRefusal(others(70), { profileId: 'new', origin: 'share' }, now)).toBeUndefined()
})
