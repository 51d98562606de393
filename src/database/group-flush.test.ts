import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyAudit } from '../../scripts/administration/verify.ts'
import { type AuditedAccount, addAuditedAccount, addAuditedTag } from '../../test/support/audited-changes.ts'
import { createTestDatabase } from '../../test/support/database.ts'
import { createSecretKeyring } from '../identity/secret-keyring.ts'
import { newPublicId } from '../platform/ids.ts'
import { connect } from './connect.ts'
import { startEmbedded } from './embedded.ts'
import { DatabaseUnavailable } from './errors.ts'
import { createGroupFlush } from './group-flush.ts'
import { ensureEmbeddedLogins } from './logins.ts'
import { migrate, readMigrations } from './migrate.ts'
import { migrationsFolder } from './open.ts'
import { findPostgresInstallation } from './postgres-installation.ts'

describe('transactions that wait for the disk together', () => {
  test('share a flush, except those that committed after it had begun', async () => {
    const flushes: (() => void)[] = []
    const query = () => new Promise<void>((resolve) => void flushes.push(resolve))
    let connections = 0
    let released = 0
    const { join: joinFlush } = createGroupFlush(async () => {
      connections += 1
      const release = () => {
        released += 1
      }
      return { query, release } as unknown as pg.PoolClient
    })
    const [first, second, third] = await Promise.all([joinFlush(), joinFlush(), joinFlush()])
    const early = first.flush()
    await expect.poll(() => flushes.length).toBe(1)
    let isLateDone = false
    const late = Promise.all([second.flush(), third.flush()]).then(() => {
      isLateDone = true
    })
    flushes[0]?.()
    await early
    await expect.poll(() => flushes.length).toBe(2)
    expect([isLateDone, released]).toEqual([false, 0])
    flushes[1]?.()
    await late
    await expect.poll(() => released).toBe(1)
    expect([connections, flushes.length]).toEqual([1, 2])
  })

  test('fail if the connection was lost meanwhile, although there are others', async () => {
    const db = await createTestDatabase()
    const pool = new pg.Pool({ ...db.runtime, max: 2 })
    pool.on('error', () => {})
    pool.on('connect', (client) => client.on('error', () => {}))
    const { join: joinFlush } = createGroupFlush(() => pool.connect())
    const pending = await joinFlush()
    await db.admin(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1 and usename = $2`,
      [db.runtime.database, db.runtime.user],
    )
    await expect(pending.flush()).rejects.toBeInstanceOf(DatabaseUnavailable)
    await (await joinFlush()).flush()
    expect([pool.totalCount, pool.idleCount]).toEqual([1, 1])
    await pool.end()
  })

  test('have nothing to wait for if there is no connection: they fail before COMMIT', async () => {
    const { join: joinFlush } = createGroupFlush(() => Promise.reject(new Error('no server')))
    await expect(joinFlush()).rejects.toBeInstanceOf(DatabaseUnavailable)
  })
})

// In a checkout that only root can enter, the server cannot run as its user.
const cannotRun = typeof (await findPostgresInstallation(tmpdir())) === 'string'

describe.skipIf(cannotRun)('while nothing that is committed gets flushed', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'timbre-flush-'))
  const secretKey = createSecretKeyring([randomBytes(32)])
  let account: AuditedAccount
  let owner: pg.Pool
  let runtime: pg.ClientConfig
  let stop: () => Promise<void>

  beforeAll(async () => {
    chmodSync(dataDir, 0o755)
    const installation = await findPostgresInstallation(dataDir)
    if (typeof installation === 'string') throw new Error(installation)
    const server = await startEmbedded({ dataDir, installation, log: () => {} })
    runtime = await ensureEmbeddedLogins(dataDir, server.connection)
    await migrate(server.connection, await readMigrations(migrationsFolder))
    const database = connect({ connection: runtime, patience: 60 })
    owner = new pg.Pool(server.connection)
    owner.on('error', () => {})
    stop = async () => {
      await Promise.all([database.close(), owner.end()])
      await server.close()
    }
    account = { database, id: newPublicId(), secretKey }
    await addAuditedAccount(account)
  })
  afterAll(async () => {
    await stop?.()
    rmSync(dataDir, { recursive: true, force: true })
  })

  test('all writers of an account commit, more than it has connections, and none is acknowledged', async () => {
    await holdFlushes(owner)
    let acknowledged = 0
    const writing = Array.from({ length: 12 }, () =>
      addAuditedTag(account).finally(() => {
        acknowledged += 1
      }),
    )
    try {
      await expect.poll(() => countEntries(), { timeout: 60_000 }).toBe(12)
      expect(acknowledged).toBe(0)
    } finally {
      await releaseFlushes(owner)
    }
    await Promise.all(writing)
    const { accounts } = await verifyAudit({ database: account.database, secretKey }, dataDir, account.id)
    expect(accounts).toMatchObject([{ entries: 12, faults: [] }])
  })

  test('one that writes nothing waits as well if it has a last step, as a replayed response has', async () => {
    await holdFlushes(owner)
    let isAcknowledged = false
    const repeating = account.database
      .inAccount(account.id, async (sql) => sql.beforeCommit(async () => {}))
      .finally(() => {
        isAcknowledged = true
      })
    try {
      await expect.poll(countWaitingFlushes, { timeout: 60_000 }).toBe(1)
      expect(isAcknowledged).toBe(false)
    } finally {
      await releaseFlushes(owner)
    }
    await repeating
  })

  test('a lost connection leaves the outcome open: the writer fails and is not repeated', async () => {
    const before = await countEntries()
    await holdFlushes(owner)
    let runs = 0
    const writing = addAuditedTag(account, async () => {
      runs += 1
    })
    const failure = expect(writing).rejects.toBeInstanceOf(DatabaseUnavailable)
    try {
      await expect.poll(() => countEntries(), { timeout: 60_000 }).toBe(before + 1)
      await expect.poll(endWaitingFlush, { timeout: 60_000 }).toBe(1)
      await failure
    } finally {
      await releaseFlushes(owner)
    }
    expect(runs).toBe(1)
    await addAuditedTag(account)
    expect(await countEntries()).toBe(before + 2)
  })

  async function countEntries(): Promise<number> {
    const text = 'select count(*)::integer as count from audit_entry where account_id = $1'
    return (await owner.query(text, [account.id])).rows[0].count
  }

  async function countWaitingFlushes(): Promise<number> {
    const { rows } = await owner.query(
      `select 1 from pg_stat_activity where usename = $1 and wait_event = 'SyncRep'`,
      [runtime.user],
    )
    return rows.length
  }

  async function endWaitingFlush(): Promise<number> {
    const { rows } = await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = $1 and wait_event = 'SyncRep'`,
      [runtime.user],
    )
    return rows.length
  }
})

/** From now on, COMMIT waits for a standby that doesn't exist, if `synchronous_commit` lets it wait. */
async function holdFlushes(owner: pg.Pool): Promise<void> {
  await owner.query(`alter system set synchronous_standby_names = 'nobody'`)
  await owner.query('select pg_reload_conf()')
  // Another process of the server reads the setting, so a commit may still pass.
  for (let isHeld = false; !isHeld; ) {
    let isOver = false
    const trial = owner.query("select pg_logical_emit_message(true, 'trial', '')").finally(() => {
      isOver = true
    })
    trial.catch(() => {})
    while (!isHeld && !isOver) {
      await setTimeout(10)
      const { rows } = await owner.query(
        `select pg_cancel_backend(pid) from pg_stat_activity
          where wait_event = 'SyncRep' and query like '%trial%'`,
      )
      isHeld = rows.length > 0
    }
    await trial.catch(() => {})
  }
}

async function releaseFlushes(owner: pg.Pool): Promise<void> {
  await owner.query('alter system reset synchronous_standby_names')
  await owner.query('select pg_reload_conf()')
}
