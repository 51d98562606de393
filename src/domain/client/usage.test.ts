import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/database.ts'
import { findMachineClient, insertMachineClient } from '../../identity/client-credentials.ts'
import { listMachineClients } from '../../identity/machine-clients.ts'
import { newPublicId } from '../../platform/ids.ts'
import { insertAccount } from '../account/store.ts'
import { createClientUsageRecorder } from './usage.ts'

test('writes the last use of a client and of its secret together, at most once a minute', async () => {
  const { database } = await createTestDatabase()
  let now = new Date('2026-11-21T09:00:00Z')
  const ids = [newPublicId(), newPublicId()]
  const clients = await Promise.all(
    ids.map((accountId) =>
      database.inAccount(accountId, async (sql) => {
        const account = { id: accountId, name: 'A', now, trialEndsAt: null, paused: false, preferences: {} }
        await insertAccount(sql, { ...account, billingStatus: 'active' })
        return insertMachineClient(sql, { accountId, region: 'us', name: 'CRM', scopes: [], now })
      }),
    ),
  )
  const read = async () => {
    const lists = await Promise.all(
      ids.map((id) => database.inAccount(id, (sql) => listMachineClients(sql, id), { readOnly: true })),
    )
    return lists.flat().map(({ lastUsedAt, secrets }) => [lastUsedAt, secrets[0]?.lastUsedAt])
  }
  const recorder = createClientUsageRecorder({ database, clock: () => now })
  expect(await read()).toEqual([
    [null, null],
    [null, null],
  ])
  const [first, second] = clients
  await findMachineClient(database, first as never, ({ clientId }, hash) => recorder.record(clientId, hash))
  for (let request = 0; request < 50; request++) recorder.record(second?.clientId ?? '')
  await recorder.flush()
  const written = now.toISOString()
  expect(JSON.parse(JSON.stringify(await read()))).toEqual([
    [written, written],
    [written, null],
  ])
  now = new Date(now.getTime() + 30_000)
  recorder.record(second?.clientId ?? '')
  await recorder.flush()
  expect(JSON.parse(JSON.stringify(await read()))[1]).toEqual([written, null])
  now = new Date(now.getTime() + 40_000)
  recorder.record(second?.clientId ?? '')
  await recorder.flush()
  expect(JSON.parse(JSON.stringify(await read()))[1]).toEqual([now.toISOString(), null])
})
