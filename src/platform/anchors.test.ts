import { randomBytes } from 'node:crypto'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyAudit } from '../../scripts/administration/verify.ts'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { insertAccount } from '../domain/account/store.ts'
import { sealDeletion } from '../domain/audit/chain.ts'
import { recordChanges } from '../domain/audit/record.ts'
import { createSecretKeyring } from '../identity/secret-keyring.ts'
import { anchorPath, appendDeletion, readAnchors } from './anchor-file.ts'
import { startAnchorWorker } from './anchors.ts'
import { newPublicId } from './ids.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})

const keys = [randomBytes(32)]
const secretKey = createSecretKeyring(keys)
const root = mkdtempSync(join(tmpdir(), 'timbre-anchors-'))
afterAll(() => rmSync(root, { recursive: true }))

const clock = () => new Date('2026-11-21T09:00:00Z')

/** A temporary folder, an account with two entries, and anchors that are only written on request. */
async function openScene(maxLines?: number) {
  const dataDir = mkdtempSync(join(root, 'data-'))
  const logged: string[] = []
  const log = {
    warn: (_: unknown, message: string) => void logged.push(message),
    error: (_: unknown, message: string) => void logged.push(message),
  } as never
  const start = () =>
    startAnchorWorker({
      database: db.database,
      dataDir,
      secretKey,
      clock,
      log,
      everyMilliseconds: 1e9,
      ...(maxLines === undefined ? {} : { maxLines }),
    })
  const account = await openAccount()
  const own = async () =>
    (await readAnchors(dataDir)).anchors.filter(({ accountId }) => accountId === account)
  const faults = async (files: readonly string[] = []) => {
    const parts = { database: db.database, secretKey }
    const { accounts, damage } = await verifyAudit(parts, dataDir, account, files)
    return [...damage, ...accounts.flatMap(({ faults: all }) => all.map(({ kind, seq }) => `${kind} ${seq}`))]
  }
  return { dataDir, logged, start, account, own, faults }
}

async function openAccount(): Promise<string> {
  const id = newPublicId()
  const settings = { billingStatus: 'active', trialEndsAt: null, paused: false, preferences: {} } as const
  await db.database.inAccount(id, (sql) =>
    insertAccount(sql, { id, name: 'Test', now: clock(), ...settings }),
  )
  await write(id, 2)
  return id
}

async function write(accountId: string, count: number): Promise<void> {
  await db.database.inAccount(accountId, async (sql) =>
    recordChanges(sql, {
      accountId,
      action: 'test',
      requestId: 'request',
      now: clock(),
      newId: newPublicId,
      secretKey,
      actor: { kind: 'operator', id: 'shell', clientId: null },
      changes: Array.from({ length: count }, () => ({ target: { type: 'account', id: accountId } })),
    }),
  )
}

describe('the anchors', () => {
  test('are written at the start, after every growth and at the end, readable only by the owner', async () => {
    const { dataDir, start, account, own, faults, logged } = await openScene()
    const anchors = start()
    await anchors.record()
    await write(account, 1)
    await anchors.record()
    await anchors.record()
    await write(account, 3)
    await anchors.stop()
    expect((await own()).map(({ seq }) => seq)).toEqual([2, 3, 6])
    expect(statSync(anchorPath(dataDir)).mode & 0o777).toBe(0o600)
    expect([await faults(), logged]).toEqual([[], []])
  })

  test('of another instance are proof as well', async () => {
    const { start, dataDir, account, faults } = await openScene()
    await start().stop()
    const elsewhere = mkdtempSync(join(root, 'other-'))
    const [anchor] = (await readAnchors(dataDir)).anchors.filter(({ accountId }) => accountId === account)
    // The instance here has seen the chain as it is; the other one saw another entry in the same place, and a longer chain.
    const other = { ...anchor, hash: 'ab'.repeat(32) }
    writeFileSync(anchorPath(elsewhere), `${JSON.stringify(other)}\nno anchor\n`)
    expect(await faults()).toEqual([])
    const found = await faults([anchorPath(elsewhere)])
    expect(found).toContain(`${anchorPath(elsewhere)}: line 2 cannot be read`)
    expect(found).toContain('rewritten 2')
    await expect(faults([join(elsewhere, 'none.jsonl')])).rejects.toThrow('cannot be read (ENOENT)')
  })

  const flipped = 'show a flipped bit in any byte of a line, in its time and in its names too'
  test(`${flipped}: every seventh`, () => expectNoticed(7))
  test(flipped, { tags: 'long' }, () => expectNoticed(1))

  const expectNoticed = async (step: number) => {
    const { dataDir, start, account } = await openScene()
    await start().stop()
    const path = anchorPath(dataDir)
    const [line = ''] = readFileSync(path, 'utf8').match(new RegExp(`.*${account}.*\n`)) ?? []
    const parts = { database: db.database, secretKey }
    const found = async (bytes: Buffer) => {
      writeFileSync(path, bytes)
      const { accounts, damage } = await verifyAudit(parts, dataDir)
      return JSON.stringify([damage, accounts.flatMap(({ faults }) => faults)])
    }
    const clean = await found(Buffer.from(line))
    const unnoticed: number[] = []
    for (let at = 0; at < line.length - 1; at += step) {
      const bytes = Buffer.from(line)
      bytes[at] = (bytes[at] ?? 0) ^ 1
      if ((await found(bytes)) === clean) unnoticed.push(at)
    }
    expect(line.length).toBeGreaterThan(300)
    expect(unnoticed).toEqual([])
  }

  test('of a former key are sealed again with their time, and those of earlier versions stay valid', async () => {
    const { dataDir, start, own, faults } = await openScene()
    await start().stop()
    const [first] = await own()
    const newer = randomBytes(32)
    const rotated = createSecretKeyring([newer, ...keys])
    const options = {
      database: db.database,
      dataDir,
      secretKey: rotated,
      clock,
      log: { warn() {}, error() {} },
    }
    await startAnchorWorker({ ...options, everyMilliseconds: 1e9 } as never).stop()
    const [second] = await own()
    expect([second?.at, second?.line === first?.line]).toEqual([first?.at, false])
    const parts = { database: db.database, secretKey: createSecretKeyring([newer]) }
    const { accounts } = await verifyAudit(parts, dataDir, String(first?.accountId))
    expect(accounts[0]?.faults.filter(({ kind }) => kind === 'anchorNotSealed')).toEqual([])
    const { line: _, ...earlier } = first as NonNullable<typeof first>
    writeFileSync(anchorPath(dataDir), `${JSON.stringify(earlier)}\n`)
    expect(await faults()).toEqual([])
  })

  test('continue after an earlier service, even one that was killed within a line', async () => {
    const { dataDir, start, account, own, faults } = await openScene()
    await start().stop()
    appendFileSync(anchorPath(dataDir), '{"accountId":"')
    await start().stop()
    await write(account, 1)
    await start().stop()
    expect((await own()).map(({ seq }) => seq)).toEqual([2, 3])
    expect(await faults()).toEqual([])
  })

  test('in a file that has grown too long are reduced to the latest of each account', async () => {
    const { dataDir, start, account, own, faults } = await openScene(0)
    // Accounts of other tests have anchors too, one line each.
    const anchors = start()
    await anchors.record()
    const lines = () => readFileSync(anchorPath(dataDir), 'utf8').trim().split('\n').length
    const atFirst = lines()
    for (let round = 0; round < 4 * atFirst; round += 1) {
      await write(account, 1)
      await anchors.record()
    }
    await anchors.stop()
    expect(lines()).toBeLessThanOrEqual(4 * atFirst)
    expect((await own()).at(-1)?.seq).toBe(2 + 4 * atFirst)
    expect(statSync(anchorPath(dataDir)).mode & 0o777).toBe(0o600)
    expect(await faults()).toEqual([])
  })

  test('that are damaged are reported and kept, and new ones are added', async () => {
    const { dataDir, start, own, faults } = await openScene(0)
    writeFileSync(anchorPath(dataDir), 'not an anchor\n')
    await start().stop()
    expect(readFileSync(anchorPath(dataDir), 'utf8')).toMatch(/^not an anchor\n\{/)
    expect(await own()).toHaveLength(1)
    expect(await faults()).toEqual([`${anchorPath(dataDir)}: line 1 cannot be read`])
  })

  test('that cannot be written are logged once, and do no harm', async () => {
    const { dataDir, start, logged } = await openScene()
    rmSync(dataDir, { recursive: true })
    const anchors = start()
    await anchors.record()
    await anchors.record()
    await anchors.stop()
    expect(logged).toEqual(['audit: cannot write anchors of the chains'])
  })
})

describe('an older head, restored with its seal', () => {
  async function goBack() {
    const scene = await openScene()
    const [head] = await db.admin('select * from audit_head where account_id = $1', [scene.account])
    await write(scene.account, 3)
    const anchors = scene.start()
    await anchors.record()
    await db.admin('delete from audit_entry where account_id = $1 and seq > 2', [scene.account])
    await db.admin('update audit_head set seq = 2, hash = $2, seal = $3 where account_id = $1', [
      scene.account,
      head?.hash,
      head?.seal,
    ])
    return { ...scene, anchors }
  }

  test('is detected by the newer anchor', async () => {
    const { anchors, faults, own, start } = await goBack()
    expect(await faults()).toEqual(['shorterThanAnchor 3'])
    await anchors.stop()
    await start().stop()
    expect((await own()).map(({ seq }) => seq)).toEqual([5])
    expect(await faults()).toEqual(['shorterThanAnchor 3'])
  })

  test('is detected after the chain has grown beyond it again, and logged once', async () => {
    const { account, anchors, faults, own, logged } = await goBack()
    await write(account, 5)
    await anchors.record()
    await anchors.stop()
    expect((await own()).map(({ seq }) => seq)).toEqual([5])
    expect(await faults()).toEqual(['rewritten 5'])
    expect(logged).toEqual([expect.stringContaining('no longer contains its last anchor')])
  })
})

test('a removed account is reported as missing if it has an anchor', async () => {
  const { account, start, faults } = await openScene()
  await start().stop()
  await db.admin('delete from account where id = $1', [account])
  expect(await faults()).toEqual(['emptied 1'])
})

test('a removed account is reported as missing unless its deletion is recorded with a valid seal', async () => {
  const { account, start, faults, dataDir } = await openScene()
  await start().stop()
  await db.admin('delete from account where id = $1', [account])
  const end = { accountId: account, seq: 1, hash: '0'.repeat(64), at: new Date().toISOString() }
  await appendDeletion(dataDir, { ...end, seal: sealDeletion(end, createSecretKeyring([randomBytes(32)])) })
  expect(await faults()).toEqual(['emptied 1'])
  await appendDeletion(dataDir, { ...end, seal: sealDeletion(end, secretKey) })
  expect(await faults()).toEqual([])
})
