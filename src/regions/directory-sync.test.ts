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
    ...{ database: db.database, clock: () => new Date(), newId: newPublicId, region: 'us' },
    ...{ secretKey, queueRegionMessage: async () => {} },
    site: { publicUrl: 'https://us.example.com', authUrl: 'https://us.example.com', secretKey },
  }
})

describe('what a region tells of an account without its member', () => {
  test('ends what the member let in there', async () => {
    const { id, accountId } = await letIn('eu')
    await directoryHandlers(parts).directory({ accounts: [stateOf(accountId)] }, 'eu')
    expect(await findLiveGrant(parts, id)).toBeUndefined()
  })

  test('ends nothing in an account of that id in another region', async () => {
    const { id, accountId } = await letIn('eu')
    await directoryHandlers(parts).directory({ accounts: [stateOf(accountId)] }, 'xx')
    expect(await findLiveGrant(parts, id)).toBeDefined()
  })
})

test('a grant of a member whom only a younger state knows outlives the older one, which is looked at last', async () => {
  const { id, accountId, memberId } = await letIn('eu')
  const member = { memberId, email: 'ada@test.test', role: 'owner' as const, isAccepted: true }
  let isPut = false
  const inSystem: AppParts['database']['inSystem'] = async (...given) => {
    const answer = await parts.database.inSystem(...given)
    if (isPut) return answer
    isPut = true
    const younger = { ...stateOf(accountId), version: 2, members: [member] }
    await parts.database.inSystem((sql) => upsertRemoteState(sql, 'eu', younger))
    return answer
  }
  const late = { ...parts, database: { ...parts.database, inSystem } }
  await directoryHandlers(late).directory({ accounts: [stateOf(accountId)] }, 'eu')
  expect(await findLiveGrant(parts, id)).toBeDefined()
})

function stateOf(accountId: string): AccountState {
  return { accountId, version: 1, name: 'Northwind', paused: false, members: [] }
}

/** An app that somebody let into an account of another region. */
async function letIn(region: string): Promise<{ id: string; accountId: string; memberId: string }> {
  const [id, accountId, memberId] = [newPublicId(), newPublicId(), newPublicId()]
  const person = { id: newPublicId(), email: `${newPublicId()}@test.test` }
  await db.admin('insert into person (id, email, created_at) values ($1, $2, now())', [
    person.id,
    person.email,
  ])
  await connectApp(parts, {
    ...{
      id,
      answers: id,
      person,
      redirectHost: 'app.example',
      scopes: ['profiles:read'],
      byPasskey: false,
      payload: {},
    },
    membership: {
      ...{ accountId, accountName: 'Northwind', region, memberId, role: 'owner' },
      ...{ isPaused: false, isAccepted: true, requirePasskey: false },
    },
    app: { clientId: 'app', name: 'Fieldnotes' },
    expiresAt: new Date(Date.now() + 86_400_000),
    requestId: 'request',
  })
  return { id, accountId, memberId }
}
