import { expect, test } from 'vitest'
import { tooEarly } from './limits.ts'

const now = new Date('2026-11-21T12:00:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000).toISOString()
const others = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ profile_id: `other${at}`, created_at: ago(at / 2) }))

test('the sixtieth invite of a minute may go, the next one waits for the oldest to leave the minute', () => {
  expect(tooEarly(others(59), 'new', now)).toBeUndefined()
  expect(tooEarly(others(60), 'new', now)).toMatchObject({ code: 'invite_limit', retryAfterSeconds: 31 })
  expect(tooEarly(others(70), 'new', now)).toMatchObject({ retryAfterSeconds: 31 })
})

test('a profile waits for its own minute, and is told of that one', () => {
  const own = { profile_id: 'own', created_at: ago(12.3) }
  expect(tooEarly([...others(70), own], 'own', now)).toMatchObject({
    code: 'invited_just_now',
    retryAfterSeconds: 48,
    message: 'This profile was invited less than a minute ago. Try again in 48 seconds.',
  })
  expect(tooEarly([own], 'new', now)).toBeUndefined()
})

test('nobody is told to wait for no time', () => {
  const own = { profile_id: 'own', created_at: ago(60) }
  expect(tooEarly([own], 'own', now)?.retryAfterSeconds).toBe(1)
})
