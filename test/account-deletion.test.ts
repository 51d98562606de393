import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AccountDeletion, deleteAccount } from '../src/domain/deletion/account.ts'
import { createAppGranter, type Delegate, type GrantApp } from './support/delegates.ts'
import { fillAccount } from './support/full-account.ts'
import { openSubjects } from './support/inputs.ts'
import { cleanUp, newDataDir } from './support/process.ts'
import { startRegions } from './support/regions.ts'
import { type RunLine, shellHere } from './support/scripts.ts'
import { callAs, startTestService, type TestAccount, type TestService } from './support/service.ts'
import { openTables, type Tables } from './support/tables.ts'

afterAll(cleanUp)

let running: TestService
let tables: Tables
let ahead = 0
const keys = { SECRET_KEY: randomBytes(32).toString('base64url'), DATA_DIR: newDataDir() }
beforeAll(async () => {
  running = await startTestService(keys, { clock: () => new Date(Date.now() + ahead) })
  tables = await openTables(running.db)
})

describe('account delete', () => {
  let environment: Record<string, string> & { DATABASE_URL: string }
  let run: RunLine
  let account: TestAccount
  let neighbor: TestAccount
  let consent: Delegate
  /** Every id and address that belongs to the account or its people. */
  let traces: string[]

  beforeAll(async () => {
    environment = { ...keys, DATABASE_URL: running.db.url }
    run = shellHere(environment)
    ;[account, neighbor] = await Promise.all([running.account(), running.account()])
    const grantApp = await createAppGranter(running)
    consent = await grantApp(account)
    const things = await openSubjects(running, account)
    const { profileId, subjects } = await fillAccount(running, tables, { account, consent, things })
    await neighbor.call('POST', '/profile', { firstName: 'Kept', email: 'kept@test.test' })
    await grantApp(neighbor)
    const { grantId, memberId } = consent
    traces = [account.id, account.clientId, profileId, subjects.profile, subjects.completed, subjects.tag]
    traces.push(grantId, memberId, 'victim@test.test', '+4915112345678', 'crm-7')
  })

  test('needs the exact name: another one is refused, and nothing changes', async () => {
    await tables.expectUnchanged(async () => {
      for (const words of [[], ['--name', 'test account'], ['--name', '']]) {
        const { code, stderr } = await run(`account delete ${account.id}`, ...words)
        expect(code, words.join(' ')).toBeGreaterThan(0)
        expect(stderr).not.toBe('')
      }
    })
    expect((await account.call('GET', '/account')).status).toBe(200)
  })

  test("leaves no id or address of it in any table, refuses its tokens, and doesn't change other accounts", async () => {
    // Every table with account rows has one before, so that the comparison below proves something.
    const before = await tables.holding(account.id)
    const owned = await tables.rows<{ name: string }>(
      `select distinct table_name as name from information_schema.columns where table_schema = 'public'
          and column_name = 'account_id' and table_name not like 'directory\\_%' and table_name not in
          ('region_message', 'account_deletion', 'machine_secret', 'name_token', 'account_move', 'account_move_part')`,
    )
    for (const { name } of owned) expect(before[name], name).toBeGreaterThan(0)
    const ofNeighbor = await tables.holding(neighbor.id)

    const words = ['--name', 'Test account']
    const { code, stdout, stderr } = await run(`account delete ${account.id}`, ...words)
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain('Deleted the account "Test account" for good.')

    for (const trace of traces) expect(await tables.holding(trace), trace).toEqual({})
    for (const call of [account.call, consent.call]) {
      expect([401, 404]).toContain((await call('GET', '/account')).status)
    }
    const { clientId, clientSecret } = account
    const response = await fetch(`${running.baseUrl}/auth`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
      }),
    })
    expect(response.status).toBe(401)
    expect(await tables.holding(neighbor.id)).toEqual(ofNeighbor)
    expect((await neighbor.call('GET', '/profiles')).body.profiles).toHaveLength(1)

    // The audit log was deleted too: what remains outside of the database records it under a seal.
    const verified = await shellHere(environment, 'audit')('verify')
    expect([verified.code, verified.stdout]).toEqual([0, expect.stringContaining(`${account.id}  deleted `)])
    const again = await run(`account delete ${account.id}`, ...words)
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('There is no account')])
  })
})

describe('the deletion of an account', () => {
  function deleting(changed: Partial<AccountDeletion> = {}): AccountDeletion {
    const { database, clock } = running.service.parts
    const nothing = { anchorChainEnd: async () => {}, progress: () => {} }
    return { database, clock, region: 'us', hasRemoteAuthServer: false, ...nothing, ...changed }
  }

  test('runs in batches, and continues where it was interrupted', async () => {
    const { id, call } = await running.account()
    await call('POST', '/profile', { firstName: 'Ada' })
    await running.db.admin(
      `insert into profile select (jsonb_populate_record(one, jsonb_build_object('id', lpad(to_hex(n), 24, '0')))).*
         from profile one, generate_series(1, 349) n where account_id = $1`,
      [id],
    )
    const batches: string[] = []
    const cut = async () => {
      throw new Error('cut off')
    }
    const progress = (table: string, removed: number) => batches.push(`${table} ${removed}`)
    await expect(deleteAccount(deleting({ anchorChainEnd: cut, progress }), id)).rejects.toThrow('cut off')
    expect(batches.filter((batch) => batch.startsWith('profile'))).toEqual([
      'profile 100',
      'profile 200',
      'profile 300',
      'profile 350',
    ])
    // No one can act for the account anymore, although its row still exists.
    expect((await call('GET', '/account')).status).toBe(401)
    await deleteAccount(deleting(), id)
    expect(await tables.holding(id)).toEqual({})
  })

  test('is the only way to remove an account or its audit log', async () => {
    const { id } = await running.account({ mode: 'live' } as never)
    const { database } = running.service.parts
    await running.db.admin("update account set mode = 'live' where id = $1", [id])
    const remove = (text: string) => database.inSystem((sql) => sql.run(text, [id]))
    expect(await remove('delete from account where id = $1')).toBe(0)
    expect(await remove('delete from audit_entry where account_id = $1')).toBe(0)
  })
})

test('an account of another region is removed from the authorization server too, with its grants and messages', {
  tags: 'long',
}, async () => {
  const regions = await startRegions()
  const account = await regions.eu.account()
  const kept = await regions.eu.account()
  const { token, email } = await regions.letIn(account, 'eu')
  const other = await regions.letIn(kept, 'eu')
  const at = callAs(regions.eu.baseUrl, token)
  await expect.poll(async () => (await at('GET', '/test')).status).toBe(200)
  const tables = await openTables(regions.us.db)
  expect(Object.keys(await tables.holding(account.id))).toEqual(
    expect.arrayContaining(['app_grant', 'directory_account']),
  )
  const { database, clock } = regions.eu.service.parts
  const nothing = { anchorChainEnd: async () => {}, progress: () => {} }
  await deleteAccount({ database, clock, region: 'eu', hasRemoteAuthServer: true, ...nothing }, account.id)
  expect([401, 404]).toContain((await at('GET', '/test')).status)
  await regions.eu.service.syncRegions()
  expect(await tables.holding(account.id)).toEqual({})
  expect(await (await openTables(regions.eu.db)).holding(account.id)).toEqual({})
  expect((await tables.holding(email)).directory_member).toBeUndefined()
  // A region only reports on its own accounts: grants of other regions' accounts stay.
  expect((await tables.holding(kept.id)).app_grant).toBe(1)
  const { database: sea, clock: seaClock } = regions.sea.service.parts
  await sea.inSystem((sql) =>
    sql.run('insert into account_deletion values ($1, $2, $2)', [kept.id, seaClock()]),
  )
  await regions.sea.service.syncRegions()
  expect((await tables.holding(kept.id)).app_grant).toBe(1)
  expect((await callAs(regions.eu.baseUrl, other.token)('GET', '/test')).status).toBe(200)
})

describe('a person who signs in', () => {
  let grantApp: GrantApp
  beforeAll(async () => {
    grantApp = await createAppGranter(running)
  })

  /** A member of an account with a session, a passkey, a code and a grant. */
  async function person() {
    const account = await running.account()
    const consent = await grantApp(account)
    const { personId, memberId, grantId } = consent
    const email = `${personId}@test.test`
    for (const text of [
      `insert into person_session values (decode(md5($1), 'hex'), $1, 'code', now(), now(), now() + interval '1 day')`,
      `insert into passkey values ('credential-' || $1, $1, '\\x01', 0, '{}', 'd', false, 'Key', now(), null)`,
      `insert into oauth_record (model, id_hash, payload, grant_id, created_at, expires_at)
         select 'RefreshToken', decode(md5(id), 'hex'), json_build_object('accountId', person_id), id, now(), now() + interval '90 days'
           from app_grant where person_id = $1`,
    ])
      await running.db.admin(text, [personId])
    await fetch(`${running.url}/sign-in`, { method: 'POST', body: new URLSearchParams({ email }) })
    // The code is sent after the answer, and a row that arrives later would look like a change.
    await expect.poll(async () => (await tables.holding(email)).mailbox_message).toBe(1)
    const leave = () =>
      running.db.admin('delete from member where account_id = $1 and id = $2', [account.id, memberId])
    return { account, email, personId, grantId, leave }
  }

  test('is deleted from the shell once they have no membership, and not before', async () => {
    const run = shellHere({ ...keys, DATABASE_URL: running.db.url })
    const [gone, kept] = [await person(), await person()]
    const ofKept = await tables.holding(kept.personId)
    const refused = await run(`person delete ${gone.email}`)
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('still a member')])
    await gone.leave()
    expect((await run(`person delete ${gone.email}`)).code).toBe(0)
    for (const trace of [gone.personId, gone.email, gone.grantId]) {
      expect(await tables.holding(trace), trace).toEqual({})
    }
    expect(await tables.holding(kept.personId)).toEqual(ofKept)
    expect((await run(`person delete ${gone.email}`)).code).toBe(1)
  })

  test('is removed automatically 30 days after the last sign-in, and stays while they are a member or invited', async () => {
    const [gone, member, invited] = [await person(), await person(), await person()]
    await gone.leave()
    await running.db.admin(
      `update member set accepted_at = null, invitation_expires_at = now() + interval '90 days' where email = $1`,
      [invited.email],
    )
    await running.service.sweepAuthorization()
    expect((await tables.holding(gone.personId)).person).toBe(1)
    ahead = 31 * 86_400_000
    await running.service.sweepAuthorization()
    expect(await tables.holding(gone.personId)).toEqual({})
    for (const one of [member, invited]) expect((await tables.holding(one.personId)).person).toBe(1)
  })
})
