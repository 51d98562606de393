import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyAudit } from '../scripts/administration/verify.ts'
import { recordChanges } from '../src/domain/audit/record.ts'
import { newPublicId } from '../src/platform/ids.ts'
import { addAuditedTag } from './support/audited-changes.ts'
import { startTestService, type TestAccount, type TestService } from './support/service.ts'
import { openTables, type Tables } from './support/tables.ts'
import { newEmail } from './support/test-rows.ts'

let running: TestService
let tables: Tables
let account: TestAccount
const nowhere = mkdtempSync(join(tmpdir(), 'timbre-audit-'))
afterAll(() => rmSync(nowhere, { recursive: true }))

beforeAll(async () => {
  running = await startTestService()
  tables = await openTables(running.db)
  account = await running.account()
  await live(account)
})

/** Eight changes of several kinds by a client, after the three that create the account. */
async function live({ call }: TestAccount): Promise<void> {
  const { body } = await call('POST', '/profile', { email: newEmail(), firstName: 'Ada' })
  const tag = (await call('POST', '/tag', { label: 'Team', color: 'blue' })).body.tag.id
  await call('PATCH', `/profile/${body.profile.id}`, { lastName: 'Lovelace' })
  await call('POST', `/tag/${tag}/profiles`, { profileIds: [body.profile.id] })
  await call('PATCH', '/account/preferences', { locale: 'en' })
  await call('PATCH', `/tag/${tag}`, { label: 'Squad', color: 'red' })
  await call('DELETE', `/tag/${tag}`)
  await call('DELETE', `/profile/${body.profile.id}`)
}

async function faultsOf({ id }: TestAccount): Promise<string[]> {
  const { secretKey } = running.service.parts.installation
  const { accounts } = await verifyAudit({ database: running.db.database, secretKey }, nowhere, id)
  return accounts.flatMap(({ faults }) => faults.map(({ kind, seq }) => `${kind} ${seq}`))
}

/** Damages the log as the owner of the tables, collects the findings, and undoes the damage. */
async function found(harm: readonly string[], own = account): Promise<string[]> {
  const keep = [
    'create table kept_entry as table audit_entry',
    'create table kept_head as table audit_head',
    ...harm,
  ]
  try {
    for (const statement of keep) await tables.rows(statement.replaceAll('$account', `'${own.id}'`))
    return await faultsOf(own)
  } finally {
    for (const name of ['entry', 'head']) {
      await tables.rows(`delete from audit_${name}`)
      await tables.rows(`insert into audit_${name} select * from kept_${name}`)
      await tables.rows(`drop table kept_${name}`)
    }
  }
}

const inAccount = 'where account_id = $account'

describe('an unchanged log', () => {
  test('passes, with an entry for each change', async () => {
    expect(await faultsOf(account)).toEqual([])
    const rows = await tables.rows<{ action: string; seq: string }>(
      `select action, seq from audit_entry where account_id = $1 order by seq`,
      [account.id],
    )
    expect(rows.map(({ seq }) => Number(seq))).toEqual(rows.map((_, index) => index + 1))
    expect(rows.map(({ action }) => action)).toEqual([
      'create_account',
      'add_member',
      'create_client',
      'create_profile',
      'create_tag',
      'update_profile',
      'add_profiles_to_tag',
      'update_account_preferences',
      'update_tag',
      'delete_tag',
      'delete_profile',
    ])
  })
})

describe('one changed column is found:', () => {
  const flips: Record<string, string> = {
    seq: 'seq + 100',
    id: `'${'f'.repeat(24)}'`,
    at: "at + interval '1 microsecond'",
    actor_kind: "'operator'",
    actor_id: "actor_id || 'x'",
    client_id: 'null',
    action: "'delete_profile'",
    target_type: "'account'",
    target_id: "'0' || target_id",
    request_id: "request_id || 'x'",
    changes: "(changes::text || ' ')::json",
    hash: "sha256('x')",
  }

  test('of every column', async () => {
    const columns = await tables.rows<{ name: string }>(
      `select column_name as name from information_schema.columns where table_name = 'audit_entry'`,
    )
    const named = columns.map(({ name }) => name).filter((name) => name !== 'account_id')
    expect(Object.keys(flips).sort()).toEqual(named.sort())
  })

  test.each(Object.entries(flips))('%s', async (column, value) => {
    const faults = await found([`update audit_entry set ${column} = ${value} ${inAccount} and seq = 5`])
    expect(faults[0]).toBe(column === 'seq' ? 'missing 5' : 'changed 5')
  })

  test('account_id, in both accounts', async () => {
    const other = await running.account()
    const move = `update audit_entry set account_id = '${other.id}' where account_id = '${account.id}' and seq = 11`
    expect(await found([move])).toEqual(['cutOff 11'])
    expect(await found([move], other)).toEqual(['headBehind 3', 'missing 4'])
  })
})

describe('a deleted or moved row is found:', () => {
  test.each([
    ['the first', 1, 'missing 1'],
    ['one in the middle', 4, 'missing 4'],
    ['the last', 11, 'cutOff 11'],
  ])('%s', async (_, seq, fault) => {
    expect(await found([`delete from audit_entry ${inAccount} and seq = ${seq}`])).toEqual([fault])
  })

  test.each([
    ['two neighbours', 3, 4],
    ['two apart', 2, 7],
    ['the first and the last', 1, 11],
  ])('%s', async (_, left, right) => {
    const move = (from: number, to: number) =>
      `update audit_entry set seq = ${to} ${inAccount} and seq = ${from}`
    const faults = await found([move(left, 99), move(right, left), move(99, right)])
    expect(faults).toEqual([`swapped ${left}`, `swapped ${right}`])
  })
})

describe('a forged entry is found:', () => {
  const forge = (seq: number, hash = "sha256('x')") =>
    `insert into audit_entry select account_id, ${seq}, '${'e'.repeat(24)}', at, actor_kind, actor_id, client_id,
        action, target_type, target_id, request_id, changes, ${hash}
       from audit_entry ${inAccount} and seq = 5`

  test('in the middle, with the others moved', async () => {
    const later = `update audit_entry set seq = seq + 1000 ${inAccount} and seq > 4`
    const back = `update audit_entry set seq = seq - 999 ${inAccount} and seq > 1000`
    const forged = forge(5).replace('and seq = 5', 'and seq = 4')
    // The number is part of what is hashed.
    const moved = Array.from({ length: 7 }, (_, index) => `changed ${index + 6}`)
    expect((await found([later, back, forged])).sort()).toEqual(
      ['changed 5', 'headBehind 11', ...moved].sort(),
    )
  })

  test('at the end', async () => {
    expect(await found([forge(12)])).toEqual(['headBehind 11', 'changed 12'])
  })

  test('at the end, with the head moved along but not sealed', async () => {
    const head = `update audit_head set seq = 12, hash = sha256('x') ${inAccount}`
    expect(await found([forge(12), head])).toEqual(['changed 12', 'headNotSealed 12'])
  })

  test('with the number of another', async () => {
    await expect(found([forge(5)])).rejects.toMatchObject({ code: '23505' })
  })
})

describe('a truncated chain is found:', () => {
  const cut = `delete from audit_entry ${inAccount} and seq > 5`
  const repair = `update audit_head set seq = 5, hash = (select hash from audit_entry ${inAccount} and seq = 5)`

  test('with the earlier head', async () => {
    expect(await found([cut])).toEqual(['cutOff 6'])
  })
  test('with the head updated, without the key', async () => {
    expect(await found([cut, `${repair} ${inAccount}`])).toEqual(['headNotSealed 5'])
  })
  test('the head removed, with and without all entries', async () => {
    const noHead = `delete from audit_head ${inAccount}`
    expect(await found([noHead])).toEqual(['headMissing 11'])
    expect(await found([`delete from audit_entry ${inAccount}`])).toEqual(['cutOff 1'])
  })
  test('with the head updated, and changes by the service since', async () => {
    const own = await running.account()
    await live(own)
    const hash = `(select hash from audit_entry where account_id = '${own.id}' and seq = 5)`
    await tables.rows(`delete from audit_entry where account_id = '${own.id}' and seq > 5`)
    await tables.rows(`update audit_head set seq = 5, hash = ${hash} where account_id = '${own.id}'`)
    expect((await own.call('POST', '/tag', { label: 'Since', color: 'red' })).status).toBe(201)
    expect((await own.call('POST', '/tag', { label: 'Then', color: 'red' })).status).toBe(201)
    expect(await faultsOf(own)).toEqual(['headNotSealed 7'])
  })
  test('with the seal of another account', async () => {
    const other = await running.account()
    await live(other)
    const steal = `update audit_head set seal = (select seal from audit_head where account_id = '${other.id}')`
    expect(await found([`${steal} ${inAccount}`])).toEqual(['headNotSealed 11'])
  })
})

describe("the service's roles", () => {
  test('may neither change nor delete an entry, nor delete a head', async () => {
    for (const text of [
      'update audit_entry set action = action',
      'delete from audit_entry',
      'delete from audit_head',
    ]) {
      const { database } = running.db
      await expect(
        database.inAccount(account.id, (sql) => sql.run(text)),
        text,
      ).rejects.toMatchObject({ code: '42501' })
      const bySystem = database.inSystem((sql) => sql.run(text))
      // Deleting the account deletes its entries; entries of other accounts cannot be reached.
      if (text === 'delete from audit_entry') expect(await bySystem).toBe(0)
      else await expect(bySystem, text).rejects.toMatchObject({ code: '42501' })
    }
  })
  test('may not write entries or heads across accounts', async () => {
    const write = (sql: { run: (text: string) => Promise<number> }) =>
      sql.run('update audit_head set seq = seq')
    await expect(running.db.database.inSystem(write)).rejects.toMatchObject({ code: '42501' })
    await expect(
      running.db.database.inSystem((sql) => sql.rows('select * from audit_entry')),
    ).rejects.toMatchObject({ code: '42501' })
  })
})

describe('a chain with concurrent writers', () => {
  test('stays complete under 50 at once, with an entry for each', async () => {
    const own = await running.account()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => own.call('POST', '/profile', { email: newEmail() })),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(await faultsOf(own)).toEqual([])
    const [row] = await tables.rows<{ count: number; last: number }>(
      'select count(*)::integer as count, max(seq)::integer as last from audit_entry where account_id = $1',
      [own.id],
    )
    expect(row).toEqual({ count: 53, last: 53 })
  })

  test('lets others finish while one that has recorded its changes is still open', async () => {
    const own = { ...(await running.account()), database: running.db.database }
    const { secretKey } = running.service.parts.installation
    const others: string[] = []
    const held = await addAuditedTag({ ...own, secretKey }, async () => {
      for (let count = 0; count < 3; count += 1) others.push(await addAuditedTag({ ...own, secretKey }))
    })
    const rows = await tables.rows<{ id: string }>(
      `select target_id as id from audit_entry where account_id = $1 and target_type = 'tag' order by seq`,
      [own.id],
    )
    expect(rows.map(({ id }) => id)).toEqual([...others, held])
    expect(await faultsOf(own)).toEqual([])
  })

  test('has no gap after a rollback', async () => {
    const own = await running.account()
    const { database, parts } = { ...running.service, database: running.db.database }
    const record = (sql: Parameters<typeof recordChanges>[0], count: number) =>
      recordChanges(sql, {
        accountId: own.id,
        actor: { kind: 'operator', id: 'shell', clientId: null },
        action: 'test',
        requestId: 'request',
        changes: Array.from({ length: count }, () => ({ target: { type: 'account', id: own.id } })),
        now: parts.clock(),
        newId: newPublicId,
        secretKey: parts.installation.secretKey,
      })
    await database.inAccount(own.id, async (sql) => record(sql, 2))
    const broken = database.inAccount(own.id, async (sql) => {
      record(sql, 3)
      throw new Error('taken back')
    })
    await expect(broken).rejects.toThrow('taken back')
    await database.inAccount(own.id, async (sql) => record(sql, 1))
    expect(await faultsOf(own)).toEqual([])
    expect(
      (await own.call('GET', '/audit-log')).body.entries.map((entry: { seq: number }) => entry.seq),
    ).toEqual([6, 5, 4, 3, 2, 1])
  })
})
