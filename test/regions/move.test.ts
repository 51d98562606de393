import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportAccountCommand } from '../../scripts/administration/export.ts'
import { moveAccountCommand } from '../../scripts/administration/move.ts'
import { verifyCommand } from '../../scripts/administration/verify.ts'
import { accountTables, otherTables, secretColumns } from '../../src/domain/move/tables.ts'
import { unsubscribeKey } from '../../src/identity/unsubscribe-link.ts'
import { type MovableRegions, startMovableRegions } from '../support/account-move.ts'
import { createAppGranter, type Delegate } from '../support/delegates.ts'
import { cleanUp } from '../support/process.ts'
import { callAs, signIn, type TestAccount } from '../support/service.ts'

afterAll(cleanUp)

let regions: MovableRegions
beforeAll(async () => {
  regions = await startMovableRegions()
})

test('every table with rows of accounts either moves or has a reason not to', async () => {
  const rows = await regions.tables.us.rows<{ name: string }>(
    `select distinct table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'account_id'`,
  )
  const known = [...accountTables, ...Object.keys(otherTables)]
  expect(rows.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([])
})

test('an account is exported whole, with hashes of its rows and without secrets', async () => {
  const { us, inShell, liveAccount, folders } = regions
  const account = await liveAccount(us)
  await account.call('POST', '/profile', { firstName: 'Ada', email: 'ada@test.test', customId: 'crm-1' })
  await account.call('POST', '/assessment-invite', {})
  const to = join(folders.us, 'export.jsonl')
  const { json } = await inShell(us, (shell) =>
    exportAccountCommand.run(shell, { id: account.id, to }, () => {}),
  )
  const text = readFileSync(to, 'utf8')
  const lines = text.trimEnd().split('\n')
  const [head, ...rows] = lines.slice(0, -1).map((line) => JSON.parse(line))
  expect(head).toMatchObject({ format: 'timbre-account-1', region: 'us', accountId: account.id })
  const found = Map.groupBy(rows, ({ table }) => table)
  expect(found.get('profile')?.map(({ row }) => row.email)).toEqual(['ada@test.test'])
  expect(found.get('resource_alias')?.map(({ row }) => row.consumer_key)).toEqual(['crm-1'])
  expect(found.get('audit_entry')?.length).toBeGreaterThan(1)
  expect(Object.fromEntries([...found].map(([table, of]) => [table, of.length]))).toEqual(json.counts)
  const before = text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1)
  const sha256 = createHash('sha256').update(before).digest('hex')
  expect(JSON.parse(lines.at(-1) ?? '')).toEqual({ counts: json.counts, sha256 })
  for (const name of Object.values(secretColumns)
    .flat()
    .filter((one) => one !== 'key'))
    expect(text, name).not.toContain(`"${name}":`)
  const again = inShell(us, (shell) => exportAccountCommand.run(shell, { id: account.id, to }, () => {}))
  await expect(again).rejects.toThrow('exists already')
})

describe('an account that is about to move', () => {
  test('needs the consent of the other region, and can be read and not changed while it is frozen', async () => {
    const { us, inShell, liveAccount, tables } = regions
    const account = await liveAccount(us)
    const words = { id: account.id, within: 60 }
    const command = (more: object) =>
      inShell(us, (shell) => moveAccountCommand.run(shell, { ...words, ...more }, () => {}))
    await expect(command({ to: 'eu' })).rejects.toThrow("eu doesn't expect the account")
    await tables.us.rows(`insert into account_move values ($1, 'out', 'eu', 'frozen', now())`, [account.id])
    expect((await account.call('GET', '/account')).status).toBe(200)
    const late = await account.call('POST', '/profile', { firstName: 'Late' })
    expect([late.status, late.headers.get('retry-after')]).toEqual([503, '20'])
    expect((await command({ undo: true })).text).toContain('stays here')
    expect((await account.call('POST', '/profile', { firstName: 'Stays' })).status).toBe(201)
  })
})

describe('an account that has moved from us to eu', () => {
  let account: TestAccount
  let delegate: Delegate
  let link: string
  let unsubscribe: string
  let before: Record<string, string[]>
  const created = { firstName: 'Once', email: 'once@test.test' }
  const stopped = { firstName: 'Stopped', email: 'stopped@test.test' }
  const endpoint = { url: 'https://hooks.example.com/in', types: ['profile.completed', 'profile.deleted'] }
  const repeated = { 'idempotency-key': 'before-the-move' }

  beforeAll(async () => {
    const { us, eu, liveAccount, tables, rowsOf, move } = regions
    account = await liveAccount(us)
    delegate = await (await createAppGranter(us))(account)
    const { call } = account
    expect((await call('POST', '/profile', created, repeated)).status).toBe(201)
    const { body: made } = await call('POST', '/profile', stopped)
    expect((await call('POST', '/webhook', endpoint)).body.error).toBeUndefined()
    // An account over there has proven the domain of the sender meanwhile.
    const other = await liveAccount(eu)
    for (const [zone, owner] of [
      ['us', account],
      ['eu', other],
    ] as const) {
      const made = await owner.call('PUT', '/account/sender', { address: 'people@northwind-move.test' })
      expect(made.status, made.text).toBe(200)
      await tables[zone].rows(
        'update sender set proven_at = now(), active_since = now(), check_at = null where account_id = $1',
        [owner.id],
      )
    }
    const { body } = await call('POST', '/assessment-invite', {})
    link = JSON.stringify(body).match(/http[^"]*tmb_share_[\w-]+/)?.[0] ?? ''
    await call('POST', `/profile/${made.profile.id}/invite/email`)
    await us.service.drainOutbox()
    const messages = await tables.us.rows<{ text: string }>(
      `select body_text as text from mailbox_message where recipient = 'stopped@test.test'`,
    )
    unsubscribe = messages[0]?.text.match(/http\S*\/unsubscribe\/[\w-]+/)?.[0] ?? ''
    // No emails from any account of this installation.
    const key = unsubscribeKey(us.service.parts.installation.mail.key, stopped.email)
    await tables.us.rows('insert into mail_opt_out_everywhere values ($1, now())', [key])
    before = await rowsOf('us', account.id)
    expect(await move(account.id, us, eu)).toBeLessThan(60)
  })

  test('has left nothing behind but the note where it is, and what the authorization server keeps', async () => {
    const left = await regions.tables.us.holding(account.id)
    expect(Object.keys(left).sort()).toEqual([
      'account_move',
      'app_grant',
      'directory_account',
      'directory_member',
    ])
    expect(await regions.tables.us.holding('once@test.test')).toEqual({})
  })

  test('has every row there', async () => {
    const after = await regions.rowsOf('eu', account.id)
    for (const table of accountTables) {
      if (['audit_entry', 'audit_head', 'mail_opt_out', 'sender'].includes(table)) continue
      expect(after[table], table).toEqual(before[table])
    }
    expect(after.audit_entry).toEqual(expect.arrayContaining(before.audit_entry ?? []))
  })

  test('has its sender there, without the proof of a domain that another account has proven there', async () => {
    const { sender: [here = '{}'] = [] } = before
    const { sender: [there = '{}'] = [] } = await regions.rowsOf('eu', account.id)
    const unproven = {
      proven_at: null,
      active_since: null,
      missing_since: null,
      check_at: expect.any(String),
    }
    expect(JSON.parse(there)).toEqual({ ...JSON.parse(here), ...unproven })
    expect(JSON.parse(here)).toMatchObject({ proven_at: expect.any(String) })
  })

  test('has an audit log that verifies there, with the move, and contains the end that is noted here', async () => {
    const { eu, us, tables, folders, inShell } = regions
    const entries = await tables.eu.rows<{ action: string; seq: number; hash: string }>(
      `select action, seq::integer as seq, encode(hash, 'hex') as hash from audit_entry
        where account_id = $1 order by seq desc limit 2`,
      [account.id],
    )
    expect(entries.map(({ action }) => action)).toEqual(['receive_account', 'move_account'])
    const there = await inShell(eu, (shell) => verifyCommand.run(shell, { account: account.id }, () => {}))
    expect([there.exitCode, there.text]).toEqual([0, expect.stringContaining('ok:')])
    const here = await inShell(us, (shell) => verifyCommand.run(shell, { account: account.id }, () => {}))
    expect([here.exitCode, here.text]).toEqual([0, expect.stringContaining('moved to eu')])
    const end = JSON.parse(readFileSync(join(folders.us, 'audit-deletions.jsonl'), 'utf8'))
    expect(end).toMatchObject({ accountId: account.id, seq: entries[1]?.seq, hash: entries[1]?.hash })
  })

  test('answers its clients and apps with its new home, where they get new tokens', async () => {
    const { us, eu } = regions
    for (const call of [account.call, delegate.call]) {
      const refused = await call('GET', '/account')
      expect([refused.status, refused.headers.get('x-service-region')]).toEqual([421, 'eu'])
      expect(refused.body.region.apiUrl).toBe(eu.apiUrl)
    }
    const refused = await fetch(`${us.baseUrl}/auth`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: account.clientId,
        client_secret: account.clientSecret,
      }),
    })
    expect([refused.status, refused.headers.get('x-service-region')]).toEqual([421, 'eu'])
    // A token of before proves nothing there, because the former region could go on signing such tokens.
    expect((await callAs(eu.baseUrl, account.token)('GET', '/account')).status).toBe(401)
    const call = callAs(eu.baseUrl, await signIn(eu.baseUrl, account))
    expect((await call('GET', '/account')).status).toBe(200)
    // An idempotency key that was used before the move has the same answer.
    const again = await call('POST', '/profile', created, repeated)
    expect(again.status).toBe(201)
    expect((await call('GET', '/profiles?search=once@test.test')).body.profiles).toMatchObject([
      { id: again.body.profile.id },
    ])
    expect((await call('POST', '/webhook', endpoint)).body.error.code).toBe('webhook_exists')
  })

  test('opens its links there', async () => {
    const { us, eu } = regions
    for (const url of [link, unsubscribe]) {
      expect(url).toContain(us.url)
      const opened = await fetch(url, { redirect: 'manual' })
      expect([opened.status, opened.headers.get('location')]).toEqual([303, url.replace(us.url, eu.url)])
      expect((await fetch(url)).status).toBe(200)
    }
    const posted = await fetch(unsubscribe, { method: 'POST', redirect: 'manual' })
    expect(posted.status).toBe(308)
  })

  test('still emails nobody who wanted no more emails', async () => {
    const { eu } = regions
    const call = callAs(eu.baseUrl, await signIn(eu.baseUrl, account))
    const found = await call('GET', '/profiles?search=stopped@test.test')
    const refused = await call('POST', `/profile/${found.body.profiles[0].id}/invite/email`)
    expect(refused.body.error.code).toBe('recipient_opted_out')
  })

  test('is known to the authorization server in its new home, with its members and grants', async () => {
    const { eu, tables } = regions
    await eu.service.syncRegions()
    const rows = await tables.us.rows(
      `select zone, version > 0 as reported,
              (select array_agg(distinct region) from app_grant where account_id = $1) as grants
         from directory_account where account_id = $1`,
      [account.id],
    )
    expect(rows).toEqual([{ zone: 'eu', reported: true, grants: ['eu'] }])
  })
})
