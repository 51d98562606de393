import { randomBytes } from 'node:crypto'
import { appendFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { discardOutboxCommand, releaseOutboxCommand } from '../scripts/administration/outbox.ts'
import type { Shell } from '../scripts/administration/shell.ts'
import { verifyAudit } from '../scripts/administration/verify.ts'
import { appendErasures, readErasures, resealErasures } from '../src/backup/erasure-file.ts'
import { writeRestored } from '../src/backup/restored.ts'
import { createIdentity } from '../src/backup/sealed-file.ts'
import { headText } from '../src/contract/anchor.ts'
import { hashSecret, newAccountSecret } from '../src/identity/secret.ts'
import { createSecretKeyring } from '../src/identity/secret-keyring.ts'
import { createTestDatabase, type TestDatabase } from './support/database.ts'
import { cleanUp, newDataDir } from './support/process.ts'
import { callAs, signIn, startTestService, type TestAccount, type TestService } from './support/service.ts'

const key = randomBytes(32)
const secretKey = createSecretKeyring([key])
/** Nothing listens there, so messages wait. */
const noMailServer = { MAIL_URL: 'smtp://127.0.0.1:9?tls=off' }
const restored = { id: '2026-11-22T03-00-00Z', start: '0/3000028', end: '0/3000158', keepSessions: false }

let db: TestDatabase
let dataDir: string
let account: TestAccount
/** Erased after the backup, and not erased. */
let gone: string
let kept: string
/** Sessions of `kept` in two browsers: one that is open, and one that was paused just before the backup. */
let sessions: string[]
let restarted: TestService
beforeAll(async () => {
  db = await createTestDatabase()
  dataDir = newDataDir()
  const environment = { SECRET_KEY: key.toString('base64url'), ...noMailServer }
  const before = await startTestService({ ...environment, DATA_DIR: newDataDir() }, { db })
  account = await before.account()
  gone = await invite()
  kept = await invite()
  await fillSignIns()
  sessions = [await openSession(kept, 11 * 3_600_000), await openSession(kept, -60_000)]
  // Days that hold, and a person whom they delete. Whether the owners have changed them since is not in the backup.
  await db.admin(
    `update account set preferences = '{"retentionDays":30}', retention_from = now() - interval '1 day',
        retention_days_before = 365 where id = $1`,
    [account.id],
  )
  await db.admin(
    `update profile set created_at = created_at - interval '400 days', updated_at = updated_at - interval '400 days'
      where id = $1`,
    [kept],
  )
  await db.admin(`update invite set created_at = created_at - interval '400 days' where profile_id = $1`, [
    kept,
  ])
  await before.service.stop()
  // The lost installation had gone on: its last anchor is ahead of what was restored.
  await appendFile(join(dataDir, 'audit-heads.jsonl'), `${JSON.stringify(await laterAnchor())}\n`)
  const erasures = [
    { accountId: account.id, profileId: gone },
    { accountId: 'f'.repeat(24), profileId: 'f'.repeat(24) },
  ]
  await appendErasures(dataDir, erasures, { secretKey, now: new Date() })
  const restoredAt = new Date().toISOString()
  await writeRestored(dataDir, { ...restored, backupAt: restoredAt, restoredAt })
  restarted = await startTestService({ ...environment, DATA_DIR: dataDir, MAIL_URL: 'mailbox:' }, { db })
})
afterAll(cleanUp)

async function invite(): Promise<string> {
  const { body } = await account.call('POST', '/profile', {
    firstName: 'Ada',
    email: `a${Math.random()}@test.test`,
  })
  const sent = await account.call('POST', `/profile/${body.profile.id}/invite/email`)
  expect(sent.status, sent.text).toBeLessThan(300)
  return body.profile.id
}

async function fillSignIns(): Promise<void> {
  const soon = [new Date(), new Date(Date.now() + 3_600_000)]
  await db.admin(`insert into person values (repeat('a', 24), 'p@test.test', now(), now())`)
  await db.admin(
    `insert into person_session (token_hash, person_id, method, created_at, last_seen_at, expires_at, dashboard_mark)
     values ('\\x01', repeat('a', 24), 'code', $1, $1, $2, '\\x02')`,
    soon,
  )
  await db.admin(`insert into sign_in_code values ('\\x01', 'p@test.test', '\\x01', 0, $1, $2)`, soon)
  for (const model of ['RefreshToken', 'AuthorizationCode', 'Session', 'Grant'])
    await db.admin(
      `insert into oauth_record (model, id_hash, payload, created_at, expires_at) values ($1, '\\x01', '{}', $2, $3)`,
      [model, ...soon],
    )
}

/** Opened an hour ago, with so many milliseconds left. */
async function openSession(profileId: string, left: number): Promise<string> {
  const secret = newAccountSecret('tmb_take_', account.id)
  await db.admin(
    `insert into take_session (account_id, token_hash, profile_id, invite_id, created_at, expires_at)
     select account_id, $2, profile_id, id, now() - interval '1 hour', $3 from invite where profile_id = $1`,
    [profileId, hashSecret(secret), new Date(Date.now() + left)],
  )
  return secret
}

async function laterAnchor() {
  const [head] = await db.admin<{ seq: number }>('select seq::int from audit_head where account_id = $1', [
    account.id,
  ])
  const [seq, hash] = [(head?.seq ?? 0) + 7, randomBytes(32).toString('hex')]
  const seal = secretKey.mac('audit head', headText(account.id, seq, hash)).toString('hex')
  return { accountId: account.id, seq, hash, seal, at: new Date().toISOString() }
}

const count = async (table: string) =>
  Number((await db.admin<{ count: string }>(`select count(*) from ${table}`))[0]?.count)
const shell = () => ({ ...restarted.service.parts, now: () => new Date(), region: 'us' }) as unknown as Shell
const emails = async () => {
  await restarted.service.drainOutbox()
  return count(`mailbox_message where account_id = '${account.id}'`)
}

test('tokens of before are refused, and new ones work', async () => {
  expect(
    (await fetch(`${restarted.baseUrl}/account`, { headers: { authorization: `Bearer ${account.token}` } }))
      .status,
  ).toBe(401)
  const token = await signIn(restarted.baseUrl, account)
  const fresh = await fetch(`${restarted.baseUrl}/account`, { headers: { authorization: `Bearer ${token}` } })
  expect(fresh.status).toBe(200)
  expect(await count('signing_key')).toBe(2)
})

test('sessions, codes and refresh tokens have ended; consents have not', async () => {
  expect(await Promise.all(['person_session', 'sign_in_code'].map(count))).toEqual([0, 0])
  expect(await db.admin('select model from oauth_record')).toEqual([{ model: 'Grant' }])
})

test('sessions of people have ended, and nobody can continue one', async () => {
  const rows = await db.admin('select from take_session where account_id = $1', [account.id])
  expect(rows, 'exports list them').toHaveLength(2)
  for (const secret of sessions) {
    const visit = (path: string, method = 'GET') =>
      fetch(restarted.url + path, { method, headers: { cookie: `take=${secret}` }, redirect: 'manual' })
    expect(await (await visit('/take/stopped')).text()).not.toContain('/take/continue')
    expect((await visit('/take/continue', 'POST')).status).toBe(303)
    expect((await visit('/take')).status).toBe(401)
  }
})

test('every audit log has one entry with both positions, and verifies although the anchors were ahead', async () => {
  const entries = await db.admin<{ changes: object }>(
    `select changes from audit_entry where action = 'restore_backup' and account_id = $1`,
    [account.id],
  )
  expect(entries).toEqual([
    { changes: expect.objectContaining({ backup: restored.id, from: restored.start, to: restored.end }) },
  ])
  const verify = () => verifyAudit({ database: restarted.service.parts.database, secretKey }, dataDir)
  const found = await verify()
  expect(found.accounts.flatMap(({ faults }) => faults)).toEqual([])
  // Without the entry about this restore, older anchors are no excuse for a shorter chain.
  const aside = readdirSync(dataDir).find((name) => name.startsWith('audit-heads.until-')) ?? ''
  const other = aside.replace('until-20', 'until-19')
  renameSync(join(dataDir, aside), join(dataDir, other))
  const faults = (await verify()).accounts.flatMap((one) => one.faults)
  expect(faults).toEqual([expect.objectContaining({ accountId: account.id, kind: 'shorterThanAnchor' })])
  renameSync(join(dataDir, other), join(dataDir, aside))
})

test('who was erased after the backup is erased again, with an audit entry', async () => {
  const ids = (
    await db.admin<{ id: string }>('select id from profile where account_id = $1', [account.id])
  ).map(({ id }) => id)
  expect(ids).toEqual([kept])
  expect(
    await db.admin(`select actor_id from audit_entry where action = 'delete_profile' and target_id = $1`, [
      gone,
    ]),
  ).toEqual([{ actor_id: 'restore' }])
})

test('nobody is deleted by a retention period for seven days', async () => {
  await restarted.service.sweepRetention()
  expect(await db.admin('select id from profile where account_id = $1', [account.id])).toEqual([{ id: kept }])
  const [row] = await db.admin<{ days: number; before: number | null }>(
    `select round(extract(epoch from retention_from - now()) / 86400)::int as days, retention_days_before as before
       from account where id = $1`,
    [account.id],
  )
  expect(row).toEqual({ days: 7, before: null })
  const [entry] = await db.admin<{ changes: { retentionFrom?: string } }>(
    `select changes from audit_entry where action = 'restore_backup' and account_id = $1`,
    [account.id],
  )
  expect(entry?.changes.retentionFrom).toMatch(/Z$/)
  // The tests below invite and discard: nothing of this person is due for them.
  await db.admin(`update account set preferences = '{}' where id = $1`, [account.id])
})

test('an erasure is recorded before its commit, fails if it cannot be, and its line reveals no id', async () => {
  const backupDir = newDataDir()
  const { recipient } = await createIdentity()
  const running = await startTestService({
    SECRET_KEY: key.toString('base64url'),
    BACKUP_DIR: backupDir,
    BACKUP_RECIPIENT: recipient,
  })
  const own = await running.account()
  const add = async () => (await own.call('POST', '/profile', { firstName: 'Ada' })).body.profile.id as string
  const [first, second] = [await add(), await add()]
  expect((await own.call('DELETE', `/profile/${first}`)).status).toBe(204)
  const expected = { erasures: [{ accountId: own.id, profileId: first }], unreadable: 0 }
  expect(await readErasures(backupDir, secretKey)).toEqual(expected)
  const file = join(backupDir, 'erasures.jsonl')
  expect(readFileSync(file, 'utf8')).not.toContain(first)
  // A rotation seals it again; a line that a kill has cut off is skipped.
  appendFileSync(file, '{"at":"2026')
  const rotated = createSecretKeyring([randomBytes(32), key])
  expect(await resealErasures(backupDir, rotated)).toEqual({ resealed: 1, unreadable: 0 })
  expect(await readErasures(backupDir, secretKey)).toEqual({ erasures: [], unreadable: 1 })
  expect(await readErasures(backupDir, rotated)).toEqual(expected)
  rmSync(file)
  mkdirSync(file)
  expect((await own.call('DELETE', `/profile/${second}`)).status).toBe(503)
  expect((await own.call('GET', `/profile/${second}`)).status).toBe(200)
})

test('nothing is sent until the operator discards what was queued before a time, or releases it', async () => {
  expect(restarted.service.warnings.join()).toMatch(/no email, text message or webhook has been sent since 2/)
  expect(await emails()).toBe(0)
  const run = (before: string) => discardOutboxCommand.run(shell(), { before }, () => {})
  // What was queued before the restore is discarded, and what came later is sent.
  const cut = new Date()
  const token = await signIn(restarted.baseUrl, account)
  account = { ...account, token, call: callAs(restarted.baseUrl, token) }
  await invite()
  expect(await emails()).toBe(0)
  expect(await run(cut.toISOString())).toMatchObject({ json: { discarded: expect.any(Number) } })
  expect(await emails()).toBe(1)
  expect(await count(`outbox where state = 'queued'`)).toBe(0)
  await expect(run(cut.toISOString())).rejects.toThrow('Nothing is held')
  await db.admin('insert into delivery_hold values (true, now())')
  await invite()
  expect(await emails()).toBe(1)
  await releaseOutboxCommand.run(shell(), {}, () => {})
  expect(await emails()).toBe(2)
})

test('a second start does nothing again, and another SECRET_KEY changes nothing', async () => {
  await restarted.service.stop()
  const environment = { SECRET_KEY: key.toString('base64url'), DATA_DIR: dataDir }
  const again = await startTestService(environment, { db })
  expect(again.service.warnings.join()).not.toMatch(/has been sent/)
  await again.service.stop()
  expect(await count(`audit_entry where action = 'restore_backup' and account_id = '${account.id}'`)).toBe(1)
  const at = new Date().toISOString()
  await writeRestored(dataDir, { ...restored, backupAt: at, restoredAt: at })
  const wrong = { ...environment, SECRET_KEY: randomBytes(32).toString('base64url') }
  await expect(startTestService(wrong, { db })).rejects.toThrow(/SECRET_KEY/)
  expect(await count('delivery_hold')).toBe(0)
})
