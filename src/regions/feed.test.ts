import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/support/database.ts'
import { createSecretKeyring } from '../identity/secret-keyring.ts'
import { newPublicId } from '../platform/ids.ts'
import { openFeed } from './feed.ts'

test('after the clock is set back nothing counts as fresh until the next pull', async () => {
  const { database } = await createTestDatabase()
  let now = new Date('2026-11-21T09:00:00Z')
  const secretKey = createSecretKeyring([randomBytes(32)])
  const parts = {
    database,
    clock: () => now,
    newId: newPublicId,
    region: 'eu',
    secretKey,
    installation: { publicUrl: 'https://eu.example.com', authUrl: 'https://auth.example.com', secretKey },
    queueRegionMessage: async () => {},
  }
  const feed = await openFeed(parts, 'https://auth.example.com', async () => ({ entries: [], lastSeq: 0 }))
  await feed.pull()
  expect(feed.isFresh()).toBe(true)
  // An hour could pass without messages about revocations, and the clock would still read less than before.
  now = new Date('2026-11-21T06:00:00Z')
  expect(feed.isFresh()).toBe(false)
  await feed.pull()
  expect(feed.isFresh()).toBe(true)
})
