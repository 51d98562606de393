import { expect, test } from 'vitest'
import type { TakerCaller } from '../contract/caller.ts'
import { rememberTakers } from './taker-memory.ts'

const taker: TakerCaller = {
  kind: 'taker',
  accountId: 'a'.repeat(24),
  region: 'us',
  profileId: 'p'.repeat(24),
  inviteId: 'i',
  channel: 'email',
  purpose: 'taking',
  sessionStartedAt: '2026-11-22T00:00:00.000Z',
  visibility: { through: 'ada@example.com', fields: 'all' },
}

const recalled = { accountId: taker.accountId, profileId: taker.profileId }

test('a session that was found is remembered by ids alone, until it is found to have ended', async () => {
  let found: TakerCaller | undefined = taker
  const { findTaker, recallTaker } = rememberTakers(async () => found)
  expect(recallTaker('secret')).toBeUndefined()
  expect(await findTaker('secret')).toEqual(taker)
  expect(recallTaker('secret')?.recalled).toEqual(recalled)
  expect(recallTaker('other')).toBeUndefined()
  found = undefined
  expect(await findTaker('secret')).toBeUndefined()
  expect(recallTaker('secret')).toBeUndefined()
})

test('beyond the limit, the one that was not seen for longest is forgotten', async () => {
  const { findTaker, recallTaker } = rememberTakers(async () => taker, 2)
  await findTaker('first')
  await findTaker('second')
  recallTaker('first')
  await findTaker('third')
  const known = ['first', 'second', 'third'].filter((secret) => recallTaker(secret))
  expect(known).toEqual(['first', 'third'])
})
