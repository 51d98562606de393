import { describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../test/support/database.ts'
import { insertAccount } from '../domain/account/store.ts'
import { findMachineClient, insertMachineClient, newClientId, parseClientId } from './client-credentials.ts'

const accountId = '0123456789abcdef01234567'

describe('a client id', () => {
  test('contains its region and its account', () => {
    expect(parseClientId(newClientId('us', accountId))).toEqual({ region: 'us', accountId })
    expect(parseClientId(newClientId('sea', accountId))).toEqual({ region: 'sea', accountId })
  })
  test('is unique', () => {
    expect(newClientId('us', accountId)).not.toBe(newClientId('us', accountId))
  })
  test.each([
    [''],
    ['m2m_us_'],
    [newClientId('us', accountId).slice(0, -1)],
    [`${newClientId('us', accountId)}A`],
    [newClientId('us', accountId).replace('m2m_', 'oauth_')],
    [newClientId('US', accountId)],
    [`${newClientId('us', accountId)}\n`],
    [newClientId('us', accountId).replace(/.$/, '=')],
  ])('%j is not one', (text) => expect(parseClientId(text)).toBeUndefined())
})

describe('findMachineClient', async () => {
  const { database, admin } = await createTestDatabase()
  const now = new Date()
  const client = await database.inAccount(accountId, async (sql) => {
    await insertAccount(sql, {
      id: accountId,
      name: 'Machine',
      now,
      billingStatus: 'active',
      trialEndsAt: null,
      paused: false,
      preferences: {},
    })
    return insertMachineClient(sql, { accountId, region: 'us', name: 'A', scopes: ['tags:manage'], now })
  })

  test('finds a client by its ID and secret, with its scopes', async () => {
    const { clientId } = client
    expect(await findMachineClient(database, client)).toEqual({
      accountId,
      clientId,
      scopes: ['tags:manage'],
    })
  })

  test('finds nothing with a wrong secret, an unknown ID or an invalid ID', async () => {
    const { clientId, clientSecret } = client
    const wrong = [
      { clientId, clientSecret: `${clientSecret}A` },
      { clientId, clientSecret: '' },
      { clientId: newClientId('us', accountId), clientSecret },
      { clientId: newClientId('us', 'f'.repeat(24)), clientSecret },
      { clientId: 'nonsense', clientSecret },
      { clientId: '', clientSecret },
    ]
    const found = await Promise.all(wrong.map((credentials) => findMachineClient(database, credentials)))
    expect(found).toEqual(wrong.map(() => undefined))
  })

  test('stores only a hash of the secret', async () => {
    const rows = await database.inAccount(accountId, (sql) =>
      sql.rows('select * from machine_secret where account_id = $1', [accountId]),
    )
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(client.clientSecret)
    expect(JSON.stringify(rows)).not.toContain(client.clientSecret.slice(11))
  })

  test('finds nothing after the account was deleted', async () => {
    const id = 'b'.repeat(24)
    const gone = await database.inAccount(id, async (sql) => {
      await insertAccount(sql, {
        id,
        name: 'Gone',
        now,
        billingStatus: 'active',
        trialEndsAt: null,
        paused: false,
        preferences: {},
      })
      return insertMachineClient(sql, { accountId: id, region: 'us', name: 'A', scopes: [], now })
    })
    await admin('delete from account where id = $1', [id])
    expect(await findMachineClient(database, gone)).toBeUndefined()
  })
})
