import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { connectApp } from '../domain/app/connect.ts'
import { findLiveGrant } from '../domain/app/list.ts'
import type { AppParts } from '../domain/app/model.ts'
import type { AccountState } from '../domain/directory/model.ts'
import { upsertRemoteState } from '../domain/directory/store.ts'
import { createSecretKeyring } from '../identity/secret-keyring.ts'
import { newPublicId } from '../platform/ids.ts'
import { directoryHandlers } from './directory-sync.ts'

let db: TestDatabase
let parts: AppParts
beforeAll(async () => {
  db = await createTestDatabase()
  const secretKey = createSecretKeyring([randomBytes(32)])
  parts = {
    database: db.database,
    clock: () => new Date(),
    newId: newPublicId,
    region: 'us',
    secretKey,
    queueRegionMessage: async () => {},
    installation: { publicUrl: 'https://us.example.com', authUrl: 'https://us.example.com', secretKey },
  }
})

describe('an account state that lacks a member', () => {
  test('revokes the grants of that member', async () => {
    const { id, accountId } = await connect('eu')
    await directoryHandlers(parts).directory({ accounts: [stateOf(accountId)] }, 'eu')
    expect(await findLiveGrant(parts, id)).toBeUndefined()
  })

  test('revokes nothing in an account with the same ID in another region', async () => {
    const { id, accountId } = await connect('eu')
    await directoryHandlers(parts).directory({ accounts: [stateOf(accountId)] }, 'xx')
    expect(await findLiveGrant(parts, id)).toBeDefined()
  })
})

test('a grant of a member who is only in a newer state survives an older state that is processed later', async () => {
  const { id, accountId, memberId } = await connect('eu')
  const member = { memberId, email: 'ada@test.test', role: 'owner' as const, isAccepted: true }
  let isWritten = false
  const inSystem: AppParts['database']['inSystem'] = async (...args) => {
    const result = await parts.database.inSystem(...args)
    if (isWritten) return result
    isWritten = true
    const newer = { ...stateOf(accountId), version: 2, members: [member] }
    await parts.database.inSystem((sql) => upsertRemoteState(sql, 'eu', newer))
    return result
  }
  const lateParts = { ...parts, database: { ...parts.database, inSystem } }
  await directoryHandlers(lateParts).directory({ accounts: [stateOf(accountId)] }, 'eu')
  expect(await findLiveGrant(parts, id)).toBeDefined()
})

function stateOf(accountId: string): AccountState {
  return { accountId, version: 1, name: 'Northwind', paused: false, members: [] }
}

/** Connects an app to an account of another region. */
async function connect(region: string): Promise<{ id: string; accountId: string; memberId: string }> {
  const [id, accountId, memberId] = [newPublicId(), newPublicId(), newPublicId()]
  const person = { id: newPublicId(), email: `${newPublicId()}@test.test` }
  await db.admin('insert into person (id, email, created_at) values ($1, $2, now())', [
    person.id,
    person.email,
  ])
  await connectApp(parts, {
    id,
    answers: id,
    person,
    redirectHost: 'app.example',
    scopes: ['profiles:read'],
    byPasskey: false,
    payload: {},
    membership: {
      accountId,
      accountName: 'Northwind',
      region,
      memberId,
      role: 'owner',
      isPaused: false,
      isAccepted: true,
      requirePasskey: false,
    },
    app: { clientId: 'app', name: 'Fieldnotes' },
    expiresAt: new Date(Date.now() + 86_400_000),
    requestId: 'request',
  })
  return { id, accountId, memberId }
}
