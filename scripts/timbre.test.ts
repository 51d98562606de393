import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newPublicId } from '../src/platform/ids.ts'
import { createLog } from '../src/platform/log.ts'
import { startService } from '../src/start/service.ts'
import { configOf } from '../test/support/backups.ts'
import { createAppGranter } from '../test/support/delegates.ts'
import { cleanUp, newDataDir, postmasterPid, startProcess } from '../test/support/process.ts'
import { type RunLine, shellHere, shellOf } from '../test/support/scripts.ts'
import { callAs, freePort, signIn, startTestService, type TestService } from '../test/support/service.ts'
import { openTaker, take } from '../test/support/taking.ts'
import { insertFailedMessage } from '../test/support/test-rows.ts'

afterAll(cleanUp)

describe('while the service runs', () => {
  let running: TestService
  let environment: Record<string, string> & { DATABASE_URL: string }
  let timbre: RunLine
  let id: string
  let client: { clientId: string; clientSecret: string }

  beforeAll(async () => {
    const keys = { SECRET_KEY: randomBytes(32).toString('base64url'), DATA_DIR: newDataDir() }
    running = await startTestService(keys)
    environment = { ...keys, DATABASE_URL: running.db.url }
    timbre = shellHere(environment)
    id = (await timbre('account create --json --name', 'Acme')).json.account.id
    client = (await timbre(`client create --json --account ${id} --name CRM`)).json.client
  })

  const call = async (method = 'GET', path = '/test', by = client) =>
    (await callAs(running.baseUrl, await signIn(running.baseUrl, by))(method, path)).status
  const entries = async (account = id) =>
    running.db.admin<{ action: string; target_id: string; actor_kind: string; actor_id: string }>(
      'select action, target_id, actor_kind, actor_id from audit_entry where account_id = $1 order by seq',
      [account],
    )

  test('failed messages are listed without addresses, shown and sent again, and nothing is sent while it is held', async () => {
    const { id: own } = await running.account()
    const [one, other] = [
      await insertFailedMessage(running, own, null),
      await insertFailedMessage(running, own, null),
    ]
    const counts = (await timbre('outbox list --json')).json.accounts
    expect(counts).toContainEqual({ accountId: own, waiting: 0, failed: 2, oldestWaiting: null })
    const list = await timbre(`outbox list --account ${own} --state failed`)
    // Ids of the same second are in no order.
    for (const message of [one, other])
      expect(list.stdout).toMatch(new RegExp(`^${message} .* failed +1 +recipient +550 RCPT TO$`, 'm'))
    expect(list.stdout).not.toContain('@')
    expect((await timbre('outbox hold')).stdout).toMatch(/^Held: \d+ messages/)
    expect((await timbre(`outbox retry ${one}`)).stdout).toBe('1 message is sent again.\n')
    const again = await timbre(`outbox retry ${one}`)
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('has not failed')])
    expect((await timbre(`outbox retry --account ${own} --failure recipient --json`)).json).toEqual({
      retried: 1,
    })
    await running.service.drainOutbox()
    expect((await timbre(`outbox show ${one} --json`)).json.message).toMatchObject({
      ...{ accountId: own, state: 'waiting', retries: 1, attempts: 0 },
    })
    expect((await timbre('outbox release')).code).toBe(0)
    await running.service.drainOutbox()
    expect((await timbre(`outbox show ${one} --json`)).json.message).toMatchObject({ state: 'sent' })
    expect((await entries(own)).filter(({ action }) => action === 'retry_messages')).toHaveLength(2)
  })

  test('an account is made active without caps, and its client signs in', async () => {
    const { json } = await timbre(`account show ${id} --json`)
    expect(json.account).toMatchObject({
      id,
      name: 'Acme',
      state: 'active',
      mode: 'live',
      profiles: 0,
      members: [],
      billing: { status: 'active', trialEndDate: null },
      clients: { live: 1, revoked: 0 },
    })
    expect(await call()).toBe(200)
    expect((await entries())[0]).toEqual({
      action: 'create_account',
      target_id: id,
      actor_kind: 'operator',
      actor_id: 'shell',
    })
  })

  test('pausing and billing are felt by the next request, and written down once', async () => {
    expect((await timbre(`account pause ${id}`)).stdout).toBe('The account is paused.\n')
    expect(await call()).toBe(403)
    const again = await timbre(`account pause ${id} --json`)
    expect([again.code, again.json.changed]).toEqual([0, false])
    await timbre(`account resume ${id}`)
    expect(await call()).toBe(200)

    const ended = await timbre(`account billing ${id} --status trialing --trial-end 2026-01-01 --json`)
    expect(ended.json.account.billing).toEqual({
      status: 'trialing',
      trialEndDate: Date.parse('2026-01-01') / 1000,
    })
    expect((await timbre(`account show ${id}`)).stdout).toContain(
      'trialing (trial until 2026-01-01T00:00:00.000Z)',
    )
    const token = await signIn(running.baseUrl, client)
    const create = () => callAs(running.baseUrl, token)('POST', '/profile', { firstName: 'Ada' })
    expect((await create()).status).toBe(402)
    await timbre(`account billing ${id} --status trialing --trial-days 3`)
    expect((await create()).status).toBe(201)
    await timbre(`account billing ${id} --status unpaid`)
    expect((await create()).status).toBe(402)
    await timbre(`account billing ${id} --status active`)
    expect((await create()).status).toBe(201)
    const actions = (await entries()).map(({ action }) => action)
    expect(actions.filter((action) => /pause|resume/.test(action))).toEqual([
      'pause_account',
      'resume_account',
    ])
    expect(actions.filter((action) => action === 'change_billing')).toHaveLength(4)
  })

  test('limits of an account are shown and set, felt by the next request, and written down', async () => {
    const quotasOf = async (options: string) =>
      (await timbre(`account quota ${id} --json ${options}`)).json.quotas
    const [profiles, storage] = await quotasOf('')
    expect(profiles).toMatchObject({ name: 'profiles', limit: null, setFor: 'all accounts' })
    expect(storage).toMatchObject({ name: 'storageMegabytes', limit: null, used: expect.any(Number) })
    const set = await quotasOf(`--profiles ${profiles.used} --apps none`)
    expect(set[0]).toEqual({ ...profiles, limit: profiles.used, setFor: 'this account' })
    expect(set[4]).toEqual({ name: 'apps', limit: null, used: 0, setFor: 'this account' })
    const token = await signIn(running.baseUrl, client)
    const create = () => callAs(running.baseUrl, token)('POST', '/profile', { firstName: 'Ada' })
    expect((await create()).body.error.code).toBe('profile_quota')
    expect(await quotasOf('--profiles default --apps default')).toEqual(await quotasOf(''))
    expect((await create()).status).toBe(201)
    expect((await timbre(`account quota ${id}`)).stdout).toMatch(/^changesDaily +none +\d+ +all accounts$/m)
    const actions = (await entries()).map(({ action }) => action)
    expect(actions.filter((action) => action === 'change_quotas')).toHaveLength(2)
  })

  test('a trial ends after TRIAL_DAYS, and the preferences are the account’s', { tags: 'long' }, async () => {
    const make = shellHere({ ...environment, TRIAL_DAYS: '30' })
    const before = Date.now()
    const line = 'account create --billing trialing --locale de --timezone Europe/Berlin --json --name'
    const { account } = (await make(line, 'Trial & Söhne')).json
    expect(account).toMatchObject({ name: 'Trial & Söhne', locale: 'de', timezone: 'Europe/Berlin' })
    const days = (account.billing.trialEndDate - Math.floor(before / 1000)) / 86_400
    expect(days).toBeGreaterThanOrEqual(30)
    expect(days).toBeLessThan(30.01)
  })

  test('a client has the scopes it was given, and a rotated secret works alongside the old one', async () => {
    const line = `client create --account ${id} --scopes account:read --json --name Reader`
    const reader = (await timbre(line)).json.client
    expect(reader.scopes).toEqual(['account:read'])
    expect([await call('GET', '/account', reader), await call('GET', '/profiles', reader)]).toEqual([
      200, 403,
    ])

    const fresh = (await timbre(`client rotate ${reader.clientId} --json`)).json.client
    expect(fresh.clientSecret).not.toBe(reader.clientSecret)
    expect([await call('GET', '/test', reader), await call('GET', '/test', fresh)]).toEqual([200, 200])
    const last = (await timbre(`client rotate ${reader.clientId} --keep-old-hours 0 --json`)).json.client
    expect(await signIn(running.baseUrl, reader)).toBeUndefined()
    expect(await signIn(running.baseUrl, fresh)).toBeUndefined()
    expect(await call('GET', '/test', last)).toBe(200)
  })

  test('revoking a client invalidates it and its tokens immediately and permanently', async () => {
    const other = (await timbre(`client create --account ${id} --json --name Other`)).json.client
    const previous = callAs(running.baseUrl, await signIn(running.baseUrl, other))
    expect((await previous('GET', '/test')).status).toBe(200)
    await timbre(`client revoke ${other.clientId}`)
    expect((await previous('GET', '/test')).status).toBe(401)
    expect(await signIn(running.baseUrl, other)).toBeUndefined()
    const rotated = await timbre(`client rotate ${other.clientId}`)
    expect([rotated.code, rotated.stderr]).toEqual([1, expect.stringMatching(/^The client was revoked/)])
    const { clients } = (await timbre(`client list --account ${id} --json`)).json
    const found = clients.find(({ clientId }: { clientId: string }) => clientId === other.clientId)
    expect(found).toMatchObject({ name: 'Other', revokedAt: expect.any(String) })
    expect(JSON.stringify(clients)).not.toContain('tmb_secret_')
  })

  test('members come, change and go, but for the last owner', async () => {
    const add = (more: string) => timbre(`member add --account ${id} --json ${more}`)
    const owner = (await add('--email Ada@Acme.test --role owner')).json.member
    expect(owner).toMatchObject({ email: 'ada@acme.test', role: 'owner' })
    expect((await add('--email ada@acme.test')).json).toMatchObject({
      changed: false,
      member: { role: 'owner' },
    })
    const refusals = [
      await timbre(`member remove --account ${id} --email ada@acme.test`),
      await add('--email ada@acme.test --role user'),
    ]
    for (const { code, stderr } of refusals) {
      expect([code, stderr]).toEqual([1, expect.stringMatching(/^ada@acme\.test is the last owner/)])
    }
    await add('--email grace@acme.test')
    await add('--email grace@acme.test --role owner')
    expect((await timbre(`member remove --account ${id} --email ada@acme.test`)).code).toBe(0)
    const { members } = (await timbre(`member list --account ${id} --json`)).json
    expect(members).toMatchObject([{ email: 'grace@acme.test', role: 'owner' }])
    const text = JSON.stringify(await running.db.admin('select * from audit_entry'))
    expect(text).toContain(owner.id)
    expect(text).not.toContain('acme.test')
  })

  test('removing or demoting a member immediately disconnects the apps they granted access', async () => {
    const grantApp = await createAppGranter(running)
    const [gone, less] = [await grantApp({ id }), await grantApp({ id }, { scopes: ['account:write'] })]
    const statuses = async () => [
      (await gone.call('GET', '/test')).status,
      (await less.call('GET', '/test')).status,
    ]
    expect(await statuses()).toEqual([200, 200])
    const removed = await timbre(`member remove --account ${id} --email ${gone.personId}@test.test --json`)
    expect(removed.json).toMatchObject({ disconnectedApps: 1, member: { id: gone.memberId } })
    await timbre(`member add --account ${id} --email ${less.personId}@test.test --role user`)
    expect(await statuses()).toEqual([401, 401])
    const ended = await running.db.admin<{ reason: string }>(
      `select changes ->> 'reason' as reason from audit_entry where action = 'disconnect_app' and account_id = $1
        order by seq`,
      [id],
    )
    expect(ended.map(({ reason }) => reason)).toEqual(['member_removed', 'role_changed'])
  })

  test('member add accepts an open invitation for the person; member list shows who is only invited', {
    tags: 'long',
  }, async () => {
    const [memberId, email] = [newPublicId(), 'invited@acme.test']
    await running.db.admin(
      `insert into member (account_id, id, email, role, created_at, invitation_expires_at)
       values ($1, $2, $3, 'manager', now(), now() + interval '7 days')`,
      [id, memberId, email],
    )
    const state = async () => {
      const { members } = (await timbre(`member list --account ${id} --json`)).json
      return members.find((member: { email: string }) => member.email === email)
    }
    expect(await state()).toMatchObject({ state: 'invited', acceptedAt: null })
    expect((await timbre(`member list --account ${id}`)).stdout).toMatch(/ manager +invited +\S+ +invited@/)
    const added = (await timbre(`member add --account ${id} --email ${email} --json`)).json
    expect(added).toMatchObject({ changed: true, member: { id: memberId, role: 'manager' } })
    expect(await state()).toMatchObject({ state: 'accepted', role: 'manager' })
  })

  test('1 and one line for what is not there, and nothing is written', async () => {
    const nobody = 'f'.repeat(24)
    const before = (await running.db.admin('select 1 from audit_entry')).length
    const foreign = `m2m_us_${Buffer.alloc(24, 255).toString('base64url')}`
    for (const line of [
      ...[`account show ${nobody}`, `account pause ${nobody}`, `account billing ${nobody} --status active`],
      ...[
        `client create --account ${nobody} --name x`,
        `client revoke ${foreign}`,
        `member list --account ${nobody}`,
      ],
      `member remove --account ${id} --email nobody@acme.test`,
    ]) {
      const { code, stdout, stderr } = await timbre(line)
      expect([code, stdout, stderr.trim().split('\n').length], line).toEqual([1, '', 1])
    }
    expect(await running.db.admin('select 1 from audit_entry')).toHaveLength(before)
  })

  test('2 and one line for bad usage, 1 for a bad configuration and for a foreign SECRET_KEY', {
    tags: 'long',
  }, async () => {
    const usage = await shellOf(environment)('account create')
    expect([usage.code, usage.stdout, usage.stderr]).toEqual([
      2,
      '',
      expect.stringMatching(/^--name is .+\n$/),
    ])
    const port = await shellHere({ ...environment, PORT: 'many' })('account list')
    expect([port.code, port.stderr]).toEqual([1, expect.stringMatching(/^PORT: /)])
    const SECRET_KEY = randomBytes(32).toString('base64url')
    const foreign = await shellHere({ ...environment, SECRET_KEY })(`account pause ${id}`)
    expect([foreign.code, foreign.stderr]).toEqual([1, expect.stringContaining('SECRET_KEY is not the one')])
    expect(await call()).toBe(200)
  })

  test('the audit passes, names what is wrong, and says so with its exit code', async () => {
    const audit = shellHere(environment, 'audit')
    const sound = await audit('verify')
    expect([sound.code, sound.stderr]).toEqual([0, ''])
    expect(sound.stdout).toMatch(new RegExp(`^${id}  ok: \\d+ entries, anchored up to \\d+$`, 'm'))
    await running.db.admin(`update audit_entry set action = 'x' where account_id = $1 and seq = 2`, [id])
    try {
      const broken = await audit('verify')
      expect(broken.code).toBe(1)
      expect(broken.stdout).toContain(`${id}  seq 2: entry 2 was changed`)
      const { code, json } = await audit(`verify --json --account ${id}`)
      expect([code, json.isSound, json.accounts.length]).toEqual([1, false, 1])
      expect(json.accounts[0].faults).toMatchObject([{ kind: 'changed', seq: 2, accountId: id }])
    } finally {
      await running.db.admin(
        `update audit_entry set action = 'create_client' where account_id = $1 and seq = 2`,
        [id],
      )
    }
    expect((await audit('verify')).code).toBe(0)
    expect((await audit(`verify --account ${'f'.repeat(24)}`)).code).toBe(1)
    expect((await audit('check')).code).toBe(2)
  })

  test('stored results pass, and one that was changed is named with its exit code', async () => {
    const own = await running.account()
    const taker = await openTaker(running, own)
    await take(running, taker, 1, ['disc', 'core'])
    const sound = await timbre('verify results')
    expect([sound.code, sound.stdout]).toEqual([0, '2 results of 1 person verified, no difference.\n'])
    const change = `update result set result = jsonb_set(result::jsonb, '{d}', $2::jsonb)::json
                     where profile_id = $1 and assessment = 'disc'`
    const [before] = await running.db.admin<{ d: number }>(
      `select (result->>'d')::float as d from result where profile_id = $1 and assessment = 'disc'`,
      [taker.profileId],
    )
    const d = before?.d
    await running.db.admin(change, [taker.profileId, '99'])
    try {
      const broken = await timbre('verify results')
      expect([broken.code, broken.stdout.split('\n')]).toEqual([
        1,
        [
          `${own.id}  ${taker.profileId}  attempt 1  disc  d: stored 99, recomputed ${d}`,
          `${own.id}  ${taker.profileId}  attempt 1  all  document.disc.d: stored ${d}, recomputed 99`,
          '2 results of 1 person verified, 2 differences.',
          '',
        ],
      ])
      const { code, json } = await timbre(`verify results --json --account ${own.id}`)
      expect([code, json.differences]).toEqual([1, 2])
      expect(json.found[0]).toMatchObject({ profileId: taker.profileId, assessment: 'disc', field: 'd' })
      expect((await timbre(`verify results --account ${id}`)).stdout).toMatch(/^0 results of 0 people/)
    } finally {
      await running.db.admin(change, [taker.profileId, String(d)])
    }
    expect((await timbre('verify results')).code).toBe(0)
    expect((await timbre(`verify results --account ${'f'.repeat(24)}`)).code).toBe(1)
  })
})

describe('with the embedded database', () => {
  test('a command creates, starts and stops the database itself, and uses that of a service that runs', async () => {
    const environment = { DATA_DIR: newDataDir(), PORT: String(await freePort()), DEMO: 'off' }
    const [timbre, audit] = [shellOf(environment), shellOf(environment, 'audit')]
    const { id } = (await timbre('account create --json --name Acme')).json.account
    const leftovers = () => [
      postmasterPid(environment.DATA_DIR),
      existsSync(join(environment.DATA_DIR, 'timbre.lock')),
    ]
    expect(leftovers()).toEqual([undefined, false])

    const service = await startService({
      config: configOf(environment),
      log: createLog('silent', { write() {} }),
    })
    try {
      const server = postmasterPid(environment.DATA_DIR)
      const { client } = (await timbre(`client create --json --account ${id} --name CRM`)).json
      const url = `http://127.0.0.1:${environment.PORT}/api/v4`
      expect((await callAs(url, await signIn(url, client))('GET', '/test')).status).toBe(200)
      expect(postmasterPid(environment.DATA_DIR)).toBe(server)
    } finally {
      await service.stop()
    }
    const verified = await audit('verify')
    expect([verified.code, verified.stdout]).toEqual([0, `${id}  ok: 2 entries, anchored up to 2\n`])
    expect(leftovers()).toEqual([undefined, false])
  })

  test('before the first start, while the service runs, and after it has stopped', {
    tags: 'long',
  }, async () => {
    const environment = { DATA_DIR: newDataDir(), PORT: String(await freePort()), DEMO: 'off' }
    const [timbre, audit] = [shellOf(environment), shellOf(environment, 'audit')]
    const early = await timbre('account list')
    expect([early.code, early.stderr]).toEqual([1, expect.stringMatching(/^There is no database in /)])
    expect(readdirSync(environment.DATA_DIR)).toEqual([])

    const { id } = (await timbre('account create --json --name Acme')).json.account
    expect(postmasterPid(environment.DATA_DIR)).toBeUndefined()
    expect(existsSync(join(environment.DATA_DIR, 'timbre.lock'))).toBe(false)

    const service = startProcess(environment)
    await service.ready()
    const server = postmasterPid(environment.DATA_DIR)
    const { client } = (await timbre(`client create --json --account ${id} --name CRM`)).json
    const call = callAs(`${service.url}/api/v4`, await signIn(`${service.url}/api/v4`, client))
    expect((await call('GET', '/test')).status).toBe(200)
    await timbre(`account pause ${id}`)
    expect((await call('GET', '/test')).status).toBe(403)
    await timbre(`account resume ${id}`)
    expect((await call('GET', '/test')).status).toBe(200)
    expect((await audit('verify')).code).toBe(0)
    expect(postmasterPid(environment.DATA_DIR)).toBe(server)
    expect(await service.stop()).toBe(0)

    expect((await timbre(`client revoke ${client.clientId}`)).code).toBe(0)
    const verified = await audit('verify')
    expect([verified.code, verified.stdout]).toEqual([0, `${id}  ok: 5 entries, anchored up to 4\n`])
    expect(postmasterPid(environment.DATA_DIR)).toBeUndefined()
  })

  test('several concurrent commands without a service wait for each other, and all are completed', {
    tags: 'long',
  }, async () => {
    const timbre = shellOf({ DATA_DIR: newDataDir() })
    const made = await Promise.all(
      ['A', 'B', 'C'].map((name) => timbre(`account create --json --name ${name}`)),
    )
    expect(made.map(({ code, stderr }) => [code, stderr])).toEqual(made.map(() => [0, '']))
    const { accounts } = (await timbre('account list --json')).json
    expect(accounts.map(({ name }: { name: string }) => name).sort()).toEqual(['A', 'B', 'C'])
  })
})
