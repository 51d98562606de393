import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { verifyAudit } from '../scripts/administration/verify.ts'
import { type OpenDatabase, openDatabase } from '../src/database/open.ts'
import { findPostgresInstallation } from '../src/database/postgres-installation.ts'
import { auditedAccountId, auditedKey } from './support/audited-changes.ts'
import { copyDataDir } from './support/prepared-data-dir.ts'
import { cleanUp as cleanUpProcesses, compileCache } from './support/process.ts'

// In a checkout that only root can enter, the server cannot run as its user.
const cannotRun = typeof (await findPostgresInstallation(tmpdir())) === 'string'

const cleanUp: (() => void)[] = []
afterEach(() => {
  for (const step of cleanUp.splice(0).reverse()) step()
})

afterAll(cleanUpProcesses)

describe.skipIf(cannotRun)('acknowledged writes', () => {
  test('all survive kill -9 of the database and of the service, without manual work', {
    tags: 'long',
  }, async () => {
    const dataDir = await copyDataDir('empty')
    const writer = startWriter(dataDir)
    await writer.acknowledged(300)

    process.kill(postmasterPid(dataDir), 'SIGKILL')
    await writer.acknowledged(writer.ids().length + 300)

    const postmaster = postmasterPid(dataDir)
    process.kill(writer.pid, 'SIGKILL')
    process.kill(postmaster, 'SIGKILL')
    await writer.ended

    const again = await openDatabase({ dataDir, log: () => {} })
    expect(await missing(again, writer.ids())).toEqual([])
    await again.close()
  })

  test('survive a service that is killed alone: its database is stopped and started again', {
    tags: 'long',
  }, async () => {
    const dataDir = await copyDataDir('empty')
    const writer = startWriter(dataDir)
    await writer.acknowledged(50)
    const orphan = postmasterPid(dataDir)
    process.kill(writer.pid, 'SIGKILL')
    await writer.ended

    const again = await openDatabase({ dataDir, log: () => {} })
    expect(postmasterPid(dataDir)).not.toBe(orphan)
    expect(await missing(again, writer.ids())).toEqual([])
    await again.close()
  })
})

describe.skipIf(cannotRun)('acknowledged changes of one account', () => {
  test('all survive kill -9 with exactly one audit entry and one event each; chain and anchors verify, and events have no gap', {
    tags: 'long',
  }, async () => {
    const dataDir = await copyDataDir('empty')
    const writer = startWriter(dataDir, {}, 'audited')
    await writer.acknowledged(200)

    process.kill(postmasterPid(dataDir), 'SIGKILL')
    await writer.acknowledged(writer.ids().length + 200)

    const postmaster = postmasterPid(dataDir)
    process.kill(postmaster, 'SIGKILL')
    process.kill(writer.pid, 'SIGKILL')
    await writer.ended

    const { database, close } = await openDatabase({ dataDir, log: () => {} })
    const { isSound, accounts } = await verifyAudit({ database, secretKey: auditedKey }, dataDir)
    expect({ isSound, faults: accounts[0]?.faults }).toEqual({ isSound: true, faults: [] })
    expect(accounts[0]?.anchoredTo).toBeGreaterThan(0)
    const list = (text: string) =>
      database.inAccount(auditedAccountId, (sql) => sql.rows<{ id: string }>(text))
    const tags = (await list('select id from tag')).map(({ id }) => id)
    const recorded = (await list('select target_id as id from audit_entry')).map(({ id }) => id)
    expect(recorded.sort()).toEqual(tags.sort())
    const events = await list(`select body->'data'->>'tagId' as id from event order by seq`)
    expect(events.map(({ id }) => id).sort()).toEqual(tags)
    const numbers = await list('select seq::text as id from event order by seq')
    expect(numbers.map(({ id }) => Number(id))).toEqual(numbers.map((_, index) => index + 1))
    expect(writer.ids().filter((id) => !tags.includes(id))).toEqual([])
    await close()
  })
})

describe.skipIf(cannotRun)('a data directory', () => {
  test('is refused to a second service in one line, and available after a clean stop', {
    tags: 'long',
  }, async () => {
    const dataDir = await copyDataDir('empty')
    const writer = startWriter(dataDir)
    await writer.acknowledged(1)
    const second = openDatabase({ dataDir, log: () => {} })
    await expect(second).rejects.toThrow(/^The data directory .* is in use by process \d+\. Stop .*\.$/)
    process.kill(writer.pid, 'SIGTERM')
    await writer.ended
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
    expect(existsSync(join(dataDir, 'timbre.lock'))).toBe(false)
  })

  test('works for root and an ordinary user, and keeps its owner', { tags: 'long' }, async ({ skip }) => {
    skip(process.getuid?.() !== 0, 'only root can become another user')
    const dataDir = newDataDir()
    chownSync(dataDir, nobody, nobody)
    const writer = startWriter(dataDir, { uid: nobody, gid: nobody })
    await writer.acknowledged(1)
    process.kill(writer.pid, 'SIGTERM')
    await writer.ended
    const asRoot = await openDatabase({ dataDir, log: () => {} })
    expect(asRoot.kind).toBe('embedded')
    await asRoot.close()
    const later = startWriter(dataDir, { uid: nobody, gid: nobody })
    await later.acknowledged(1)
  })
})

async function missing({ database }: OpenDatabase, ids: string[]): Promise<string[]> {
  const kept = await database.inSystem((sql) => sql.rows<{ id: string }>('select id from account'))
  const present = new Set(kept.map(({ id }) => id))
  return ids.filter((id) => !present.has(id))
}

const nobody = 65534

function newDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'timbre-durability-'))
  chmodSync(dataDir, 0o755)
  cleanUp.push(() => {
    if (existsSync(join(dataDir, 'postgres/postmaster.pid'))) process.kill(postmasterPid(dataDir), 'SIGKILL')
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  })
  return dataDir
}

function postmasterPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
}

function startWriter(dataDir: string, as: { uid?: number; gid?: number } = {}, kind = 'accounts') {
  const program = join(import.meta.dirname, 'support/writer.ts')
  const child: ChildProcess = spawn(process.execPath, [program, dataDir, kind], {
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
    stdio: ['ignore', 'pipe', 'inherit'],
    ...as,
  })
  cleanUp.push(() => child.kill('SIGKILL'))
  let printed = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  // A line cut off by the kill was not acknowledged.
  const ids = () => printed.split('\n').slice(0, -1)
  return {
    pid: child.pid as number,
    ids,
    ended: once(child, 'close'),
    async acknowledged(count: number) {
      while (ids().length < count) {
        if (child.exitCode !== null) throw new Error(`The writer ended with ${child.exitCode}`)
        await setTimeout(10)
      }
    },
  }
}
