import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { countUnderOtherKeys, reseal, sealedColumns, switchKeyInUse } from '../src/identity/reseal.ts'
import { createSecretKeyring } from '../src/identity/secret-keyring.ts'
import { newPublicId } from '../src/platform/ids.ts'
import { readSecretKeys } from '../src/platform/secret-key-files.ts'
import { createAppGranter } from './support/delegates.ts'
import { copyDataDir } from './support/prepared-data-dir.ts'
import { cleanUp, newDataDir, type Running, startProcess } from './support/process.ts'
import { openedBy, rehearseRotation } from './support/rotation.ts'
import { shellHere, shellOf } from './support/scripts.ts'
import { freePort, startTestService } from './support/service.ts'
import { insertTestNote } from './support/test-rows.ts'

afterAll(cleanUp)

describe('a rotation of SECRET_KEY', { timeout: 300_000 }, () => {
  test.concurrent('refuses nothing under load, and leaves nothing that the previous key decrypts', {
    tags: 'long',
  }, async ({ expect }) => {
    const { db, old, fresh, requests, refused, commands } = await rehearseRotation()
    expect(refused).toEqual([])
    expect(requests).toBeGreaterThan(50)
    expect(commands.map(({ code, stderr }) => [code, withoutWarnings(stderr)])).toEqual(
      commands.map(() => [0, '']),
    )
    expect(new Set(Object.values(await openedBy(db, old)))).toEqual(new Set([0]))
    const now = await openedBy(db, fresh)
    expect(now['signing-key']).toBe(2)
    expect(now.audit_head).toBeGreaterThan(0)
    expect(now.share_link).toBeGreaterThan(1)
    expect(now.sender_key).toBe(1)
    expect(now.idempotency_key).toBeGreaterThan(3)
  })

  test.concurrent('of files next to the embedded database is completed by the running service, also after two kills', {
    tags: 'long',
  }, async ({ expect }) => {
    const dataDir = await copyDataDir('empty')
    const environment = { DATA_DIR: dataDir, PORT: String(await freePort()), DEMO: 'off' }
    const service = startProcess(environment)
    await service.ready()
    const timbre = shellOf(environment)
    const file = join(dataDir, 'secret.key')
    const before = readFileSync(file, 'utf8')
    const keyFiles = () =>
      readdirSync(dataDir)
        .filter((name) => name.startsWith('secret.key'))
        .sort()
    // Killed before the switch, and again in the middle of it.
    const moments = [
      () => keyFiles().join() === 'secret.key,secret.key.next',
      ({ stdout }: Running) => stdout().includes('sealed under the new key'),
    ]
    for (const isNow of moments) {
      const killed = startProcess(environment, undefined, [
        process.execPath,
        ...['scripts/timbre.ts', 'secrets', 'rotate'],
      ])
      await expect.poll(() => isNow(killed), { timeout: 60_000, interval: 20 }).toBe(true)
      process.kill(killed.pid, 'SIGKILL')
      await killed.ended
      const keys = await readSecretKeys({ secretKey: undefined, previousSecretKeys: [], dataDir })
      expect(keys.some((key) => `${key.toString('base64url')}\n` === before)).toBe(true)
    }
    const rotated = await timbre('secrets rotate --json')
    expect([rotated.code, withoutWarnings(rotated.stderr)]).toEqual([0, ''])
    expect(readFileSync(file, 'utf8')).not.toBe(before)
    expect(readFileSync(`${file}.previous`, 'utf8')).toContain(before)
    expect(keyFiles()).toEqual(['secret.key', 'secret.key.previous'])
    expect(statSync(`${file}.previous`).mode & 0o777).toBe(0o600)
    const account = (await timbre('account create --json --name', 'Later')).json.account.id
    const { client } = (await timbre(`client create --json --account ${account} --name CRM`)).json
    expect(client.clientSecret).toMatch(/^tmb_secret_/)
    expect((await timbre('secrets finish')).stdout).toContain('secret.key.previous is removed')
    await setTimeout(2_500)
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
    expect(await service.stop()).toBe(0)
    const again = startProcess(environment)
    await again.ready()
    await again.stop()
  })

  test('without SECRET_KEY_PREVIOUS changes nothing and explains what to do', async () => {
    const { environment, db, key } = await sharedInstallation()
    const rotated = await shellHere(environment)('secrets rotate')
    expect([rotated.code, rotated.stderr]).toEqual([
      1,
      expect.stringMatching(/^SECRET_KEY_PREVIOUS is not set/),
    ])
    expect((await openedBy(db, key))['signing-key']).toBe(2)
  })

  test('leaves values that no key decrypts, and counts them', async () => {
    const { db, ring } = await sharedInstallation()
    const [id, foreign] = [newPublicId(), createSecretKeyring([randomBytes(32)])]
    await db.admin(
      `insert into outbox (id, message_id, content_sealed, due_at, created_at)
       values ($1, 'm', $2, now() + interval '1 hour', now())`,
      [id, foreign.seal('{}', `outbox:nobody:${id}`)],
    )
    expect(await reseal(db.database, ring, 'outbox')).toEqual({ resealed: 0, unreadable: 1 })
    expect(await countUnderOtherKeys(db.database, ring, 'outbox')).toBe(1)
  })

  test('is visible on /readyz if a process was started without the current key', async () => {
    const { running, db, key } = await openInstallation()
    const fresh = randomBytes(32)
    await switchKeyInUse(db.database, createSecretKeyring([fresh, key]), fresh)
    const ready = async () => (await fetch(`${running.url}/readyz`)).status
    await expect.poll(ready).toBe(503)
  })
})

describe('the list of sealed columns', () => {
  test('has every column that is sealed according to its name or values', async () => {
    const { running, db, ring } = await sharedInstallation()
    const account = await running.account()
    const { id } = (
      await account.call('POST', '/profile', { email: 'ada@test.test' }, { 'idempotency-key': 'a' })
    ).body.profile
    const { body } = await account.call('POST', '/webhook', { url: 'https://hooks.example.com/timbre' })
    await account.call('POST', `/webhook/${body.webhook.id}/rotate-secret`, {})
    await account.call('POST', '/assessment-invite', {})
    await account.call('POST', '/connection', { provider: 'ashby', name: 'Ashby', remoteKey: 'key' })
    await account.call('PUT', '/account/sender', { address: 'people@northwind.test' })
    await account.call('POST', `/profile/${id}/invite/email`)
    // A row without its worker: queued messages are sealed, sent ones are gone.
    const content = ring.seal('{}', `outbox:nobody:${id}`)
    await db.admin(
      `insert into outbox (id, message_id, content_sealed, due_at, created_at)
       values ($1, 'm', $2, now() + interval '1 hour', now())`,
      [newPublicId(), content],
    )
    // Only accounts that came from another region have this.
    const moved = ring.seal('{}', `moved_keys:${account.id}`)
    await db.admin(`insert into account_move values ($1, 'in', 'eu', 'here', now(), $2)`, [account.id, moved])
    await db.admin(
      `insert into identity_provider (account_id, id, protocol, issuer, client_secret_sealed, created_at, changed_at)
       values ($1, $1, 'oidc', 'https://idp.test', $2, now(), now())`,
      [account.id, ring.seal('secret', `provider_secret:${account.id}:${account.id}`)],
    )
    await insertTestNote(running, {
      accountId: account.id,
      memberId: (await (await createAppGranter(running))(account)).memberId,
      profileId: id,
    })
    await db.admin(
      `insert into share_card (account_id, id, profile_id, attempt, token_hash, token_sealed, shows, locale, created_at, expires_at)
       values ($1, $2, $2, 1, '', $3, '{}', 'en', now(), now())`,
      [account.id, id, ring.seal('token', `share_card:${account.id}:${id}`)],
    )
    const columns = await db.admin<{ table_name: string; column_name: string }>(
      `select table_name, column_name from information_schema.columns
        where table_schema = 'public' and data_type in ('bytea', 'text')`,
    )
    const found: string[] = []
    for (const { table_name: table, column_name: column } of columns) {
      const [row] = await db.admin<{ count: number }>(
        `select count(*)::integer as count from "${table}"
          where "${column}"::text like $1`,
        [`\\\\x${ring.header().toString('hex')}%`],
      )
      if (row?.count) found.push(`${table}.${column}`)
    }
    const listed = Object.values(sealedColumns).map(({ table, column }) => `${table}.${column}`)
    expect(found.sort()).toEqual(listed.sort())
    const named = columns.filter(({ column_name: name }) => /seal/.test(name))
    // Seals of audit chains are HMACs, which are recomputed separately.
    expect(named.map((one) => `${one.table_name}.${one.column_name}`).sort()).toEqual(
      [...listed, 'audit_head.seal'].sort(),
    )
  })
})

let shared: ReturnType<typeof openInstallation> | undefined

/** For tests that leave its keys as they are. */
function sharedInstallation() {
  shared ??= openInstallation()
  return shared
}

async function openInstallation() {
  const key = randomBytes(32)
  const keys = { SECRET_KEY: key.toString('base64url'), DATA_DIR: newDataDir() }
  const running = await startTestService(keys)
  const { db } = running
  return {
    running,
    db,
    key,
    ring: createSecretKeyring([key]),
    environment: { ...keys, DATABASE_URL: db.url },
  }
}

/** The databases of tests don't wait for the disk, which each command warns of. */
function withoutWarnings(stderr: string): string {
  return stderr.replaceAll(/^The server of DATABASE_URL has .*\n/gm, '')
}
