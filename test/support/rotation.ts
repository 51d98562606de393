import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { insertAccount } from '../../src/domain/account/store.ts'
import { insertMachineClient } from '../../src/identity/client-credentials.ts'
import { sealedColumns } from '../../src/identity/reseal.ts'
import { createSecretKeyring } from '../../src/identity/secret-keyring.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { newDataDir, startProcess } from './process.ts'
import { shellHere } from './scripts.ts'
import { callAs, freePort, signIn } from './service.ts'

export type RotationRehearsal = {
  db: TestDatabase
  /** The keys before and after the rotation. */
  old: Buffer
  fresh: Buffer
  /** Requests from the start of the first process to the end of the last. */
  requests: number
  /** Refused and failed requests, one line each. */
  refused: string[]
  /** Results of the commands, in order. */
  commands: { line: string; code: number; stdout: string; stderr: string }[]
}

/**
 * Rotates SECRET_KEY under load as documented: a process with the old key, one with both, the rotation command, and one
 * with the new key only. Each process starts before the previous one stops; requests go to any that is running.
 */
export async function rehearseRotation({
  people = 3,
  loadMilliseconds = 1_000,
}: {
  people?: number
  loadMilliseconds?: number
} = {}): Promise<RotationRehearsal> {
  const db = await createTestDatabase()
  const [old, fresh] = [randomBytes(32), randomBytes(32)]
  const text = (key: Buffer) => key.toString('base64url')
  const publicUrl = `http://localhost:${await freePort()}`
  const shared = {
    DATABASE_URL: db.url,
    PUBLIC_URL: publicUrl,
    RATE_LIMITS: 'off',
    DEMO: 'off',
    MAIL_URL: 'mailbox:',
    LOG_LEVEL: 'warn',
  }
  const before = { SECRET_KEY: text(old) }
  const during = { SECRET_KEY: text(fresh), SECRET_KEY_PREVIOUS: text(old) }
  const after = { SECRET_KEY: text(fresh) }
  const commands: RotationRehearsal['commands'] = []
  const runWith =
    (keys: Record<string, string>, script?: 'audit') =>
    async (line: string, ...more: string[]) => {
      const ended = await shellHere({ ...shared, DATA_DIR: dataDir, ...keys }, script)(line, ...more)
      commands.push({ line, code: ended.code, stdout: ended.stdout, stderr: ended.stderr })
      return ended
    }
  const dataDir = newDataDir()
  const start = async (keys: Record<string, string>, folder = newDataDir()) => {
    const running = startProcess({ ...shared, ...keys, DATA_DIR: folder, PORT: String(await freePort()) })
    await running.ready()
    return running
  }

  let current = await start(before)
  const base = () => `${current.url}/api/v4`
  const client = await openClient(db)

  const load = { requests: 0, refused: [] as string[], isOver: false }
  const expectStatus = async (
    what: string,
    wanted: readonly number[],
    ask: () => Promise<{ status: number; text?: string }>,
  ) => {
    load.requests += 1
    const where = current.url
    try {
      const { status, text: body = '' } = await ask()
      if (!wanted.includes(status)) load.refused.push(`${what} at ${where}: ${status} ${body.slice(0, 200)}`)
    } catch (error) {
      load.refused.push(`${what} at ${where}: ${String((error as Error).cause ?? error)}`)
    }
  }
  const token = await signIn(base(), client)
  const first = callAs(base(), token)
  const keys: { key: string; body: object; id: string }[] = []
  for (let index = 0; index < people; index += 1) {
    const body = { firstName: 'Ada', lastName: `Number ${index}`, email: `ada${index}@test.test` }
    const key = `before-${index}`
    const made = await first('POST', '/profile', body, { 'idempotency-key': key })
    keys.push({ key, body, id: made.body.profile.id })
  }
  await first('PUT', '/account/sender', { address: 'people@northwind.test' })
  const link = (await first('POST', '/assessment-invite', { customId: 'kept' })).body.link

  /**
   * Each round reads values sealed earlier and seals new ones, then pauses: without a break it would take the processor
   * from the tests beside it.
   */
  const work = async (worker: number) => {
    for (let turn = 0; !load.isOver; turn += 1) {
      const call = callAs(base(), token)
      const { key, body, id } = keys[turn % keys.length] as (typeof keys)[number]
      await expectStatus('a token of before', [200], () => call('GET', '/test'))
      await expectStatus('a new token', [200], async () =>
        callAs(base(), await signIn(base(), client))('GET', '/test'),
      )
      await expectStatus('a repeated key', [201], async () => {
        const answer = await call('POST', '/profile', body, { 'idempotency-key': key })
        return answer.body?.profile?.id === id ? answer : { ...answer, status: 0 }
      })
      await expectStatus('a key of now', [201], () =>
        call('POST', '/profile', { firstName: 'New' }, { 'idempotency-key': `${worker}-${turn}` }),
      )
      await expectStatus('the link of before', [200], async () => {
        const answer = await call('POST', '/assessment-invite', { customId: 'kept' })
        return answer.body?.link === link ? answer : { ...answer, status: 0 }
      })
      await expectStatus('a new link', [201], () =>
        call('POST', '/assessment-invite', { customId: `${worker}-${turn}` }),
      )
      await expectStatus('an invite', [204], () => call('POST', `/profile/${id}/invite/email`))
      await setTimeout(pauseMilliseconds)
    }
  }
  const workers = [0, 1, 2].map(work)
  const change = async (environment: Record<string, string>, folder?: string) => {
    const former = current
    current = await start(environment, folder)
    await setTimeout(loadMilliseconds)
    await former.stop()
  }
  await setTimeout(loadMilliseconds)
  await change(during, dataDir)
  const both = runWith(during)
  await both('secrets rotate --json')
  await setTimeout(loadMilliseconds)
  load.isOver = true
  await Promise.all(workers)

  // From here on the old key is gone, so an idempotency key from before would count as new.
  await change(after)
  await both('secrets finish')
  await runWith(after, 'audit')('verify')
  const call = callAs(base(), token)
  await expectStatus('a token of before, afterwards', [200], () => call('GET', '/test'))
  await expectStatus('the link of before, afterwards', [200], async () => {
    const answer = await call('POST', '/assessment-invite', { customId: 'kept' })
    return answer.body?.link === link ? answer : { ...answer, status: 0 }
  })
  await current.stop()
  return { db, old, fresh, requests: load.requests, refused: load.refused, commands }
}

const pauseMilliseconds = 50

/** How many sealed values in the database this key opens, and how many audit chain heads it signed, by table. */
export async function openedBy(db: TestDatabase, key: Buffer): Promise<Record<string, number>> {
  const ring = createSecretKeyring([key])
  const opened: Record<string, number> = {}
  for (const [kind, { table, column, key: names, more = [], contextOf }] of Object.entries(sealedColumns)) {
    opened[kind] = 0
    const rows = await db.admin<Record<string, string> & { sealed: Buffer }>(
      `select ${[...names, ...more].join(', ')}, ${column} as sealed from ${table} where length(${column}) > 0`,
    )
    for (const { sealed, ...row } of rows) {
      try {
        ring.unseal(sealed, contextOf(row as Record<string, string>))
        opened[kind] = (opened[kind] ?? 0) + 1
      } catch {
        // It is sealed with another key.
      }
    }
  }
  const heads = await db.admin<{ account_id: string; seq: string; hash: Buffer; seal: Buffer }>(
    'select account_id, seq, hash, seal from audit_head',
  )
  opened.audit_head = heads.filter(({ account_id, seq, hash, seal }) =>
    ring.mac('audit head', `${account_id}:${seq}:${hash.toString('hex')}`).equals(seal),
  ).length
  return opened
}

/** An account with a machine client and all scopes that the load needs. */
async function openClient(db: TestDatabase): Promise<{ clientId: string; clientSecret: string }> {
  const [id, now] = [newPublicId(), new Date()]
  const plain = { billingStatus: 'active', trialEndsAt: null, paused: false, preferences: {} } as const
  return db.database.inAccount(id, async (sql) => {
    await insertAccount(sql, { id, name: 'Rotated', now, ...plain })
    const scopes = ['account:read', 'account:write', 'profiles:read', 'profiles:write'] as const
    return insertMachineClient(sql, { accountId: id, region: 'us', name: 'Load', scopes: [...scopes], now })
  })
}
