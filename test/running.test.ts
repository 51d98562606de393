import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { verifyAudit } from '../scripts/administration/verify.ts'
import { openDatabase } from '../src/database/open.ts'
import type { DemoFile } from '../src/demo/seed.ts'
import { readSittingAnswers } from '../src/domain/assessment/store.ts'
import { createSecretKeyring } from '../src/identity/secret-keyring.ts'
import { readSecretKeys } from '../src/platform/secret-key-files.ts'
import { createTestDatabase } from './support/database.ts'
import { copyDataDir, copyDemoDir, firstStartOutput, withPort } from './support/prepared-data-dir.ts'
import { cleanUp, newDataDir, postmasterPid, type Running, startProcess } from './support/process.ts'
import { callAs, freePort, signIn } from './support/service.ts'
import { readProfileIds, startWriting } from './support/writing.ts'

afterAll(cleanUp)

let running: ReturnType<typeof startAgain> | undefined
/** One service for all tests that need the demo; the last one kills it. */
function started() {
  running ??= startAgain()
  return running
}

describe('a service with the demo', { concurrent: true }, () => {
  test('makes demo.json readable for its owner only, with accounts that can sign in', async ({ expect }) => {
    const { service, dataDir, demo } = await started()
    expect(statSync(join(dataDir, 'demo.json')).mode & 0o777).toBe(0o600)
    expect(existsSync(join(dataDir, 'demo.seeding'))).toBe(false)
    expect(demo).toMatchObject({ url: service.publicUrl, baseUrl: `${service.publicUrl}/api/v4` })
    expect(demo.takeLink).toMatch(/\/t\/us\.tmb_link_[\w-]+$/)
    const refusing = ['trialFull', 'trialCap', 'trialExpired', 'paused', 'elsewhere']
    expect(Object.keys(demo.accounts)).toEqual(['demo', 'other', ...refusing])
    for (const { id, name, owner, clientId, clientSecret } of Object.values(demo.accounts)) {
      expect(id).toMatch(/^[0-9a-f]{24}$/)
      expect([name, owner].every(Boolean)).toBe(true)
      expect(clientId).toMatch(/^m2m_(us|eu)_/)
      expect(clientSecret).toMatch(/^tmb_secret_/)
    }
    expect(demo.accounts.demo?.owner).toBe('ada@northwind.test')
  })

  test('prints all addresses, with a curl command that works unchanged', async ({ expect }) => {
    const { service, dataDir, demo } = await started()
    const printed = await service.announcement()
    for (const path of ['/', '/dev/mailbox', '/docs', '/mcp']) {
      expect(printed).toMatch(new RegExp(`^ +[A-Z][A-Za-z ]+ +${service.publicUrl}${path}$`, 'm'))
    }
    expect(printed).toMatch(/^Timbre \d+\.\d+\.\d+ ready in \d+\.\d s {2}data: /m)
    expect(printed).toContain(demo.takeLink)
    expect(printed).toContain(`${dataDir}/demo.json`)
    const [, credentials = '', address = ''] = /curl -s -u (\S+) (\S+) -d grant_type/.exec(printed) ?? []
    const headers = { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }
    const body = new URLSearchParams({ grant_type: 'client_credentials' })
    expect((await fetch(address, { method: 'POST', headers, body })).status).toBe(200)
    expect(service.stderr()).toBe('')
  })

  test("prints a link that signs its owner in once, and that a GET doesn't use up", async ({ expect }) => {
    const { service, before } = await started()
    const linkIn = (text: string) => /http:\S+\/login\/tmb_login_[\w-]{43}/.exec(text)?.[0] ?? ''
    const link = linkIn(await service.announcement())
    expect(linkIn(before)).not.toBe(link)
    const press = (address: string, origin = service.publicUrl) =>
      fetch(address, { method: 'POST', headers: { origin }, redirect: 'manual' })
    for (const method of ['GET', 'HEAD', 'GET']) {
      const page = await fetch(link, { method })
      expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store'])
      if (method === 'GET') expect(await page.text()).toContain('Sign in as ada@northwind.test')
    }
    expect((await press(link, 'https://evil.example')).status).toBe(403)
    const presses = await Promise.all([press(link), press(link), press(link)])
    expect(presses.map(({ status }) => status).sort()).toEqual([303, 404, 404])
    const entered = presses.find(({ status }) => status === 303)
    expect(entered?.headers.get('location')).toBe('/')
    const cookie = (entered?.headers.getSetCookie() ?? []).map((one) => one.split(';')[0]).join('; ')
    const mine = await fetch(`${service.publicUrl}/members`, { headers: { cookie }, redirect: 'manual' })
    expect([mine.status, (await mine.text()).includes('ada@northwind.test')]).toEqual([200, true])
    // A used link, one of an earlier start and an unknown one have the same answer, with a way to request a code.
    const plain = (text: string) => text.replaceAll(/tmb_login_[\w-]+/g, '')
    const over = [link, linkIn(before), `${service.publicUrl}/login/tmb_login_nothing`]
    const texts = await Promise.all(over.map(async (one) => plain(await (await fetch(one)).text())))
    expect(new Set(texts).size).toBe(1)
    expect(texts[0]).toContain('href="/sign-in"')
    const logged = service
      .stdout()
      .split('\n')
      .filter((line) => line.startsWith('{'))
    expect(logged.some((line) => line.includes('"route":"/login/:secret"'))).toBe(true)
    expect(logged.join('')).not.toContain('tmb_')
  })

  test('has 40 people in every state', async ({ expect }) => {
    const { service, demo } = await started()
    const call = await callOf(service, demo)
    const { profiles } = (await call('GET', '/profiles?limit=100')).body
    const count = (matches: (profile: Listed) => unknown) => profiles.filter(matches).length
    expect(profiles).toHaveLength(40)
    expect(count((one) => one.isCompleted)).toBe(27)
    expect(count((one) => one.dateStarted && !one.isCompleted)).toBe(4)
    expect(count((one) => one.state === 'active')).toBe(32)
    expect(count((one) => one.state === 'pending')).toBe(8)
    expect(count((one) => !one.email)).toBe(2)
  })

  test('logs one line per request with the template of the route, without personal data', async ({
    expect,
  }) => {
    const { service, demo } = await started()
    const token = await tokenOf(service, demo)
    const path = '/api/v4/profiles?search=Lindqvist'
    const headers = { authorization: `Bearer ${token}`, 'x-request-id': 'running-list' }
    await fetch(service.url + path, { headers })
    await fetch(demo.takeLink, { headers: { 'x-request-id': 'running-link' } })
    await expect.poll(() => service.stdout()).toContain('running-link')
    const lines = service.stdout().split('\n')
    const requests = lines.filter((line) => line.includes('"msg":"request"')).map((line) => JSON.parse(line))
    const listed = requests.filter(({ reqId }) => reqId === 'running-list')
    expect(listed).toMatchObject([{ method: 'GET', route: '/api/v4/profiles', status: 200, level: 'info' }])
    expect(listed[0]).toMatchObject({ accountId: demo.accounts.demo?.id, ms: expect.any(Number) })
    expect(requests.find(({ reqId }) => reqId === 'running-link').route).toBe('/t/:link')
    const logged = lines.filter((line) => line.startsWith('{')).join('\n')
    for (const secret of [token, 'Lindqvist', 'search=', 'tmb_', 'eyJ']) expect(logged).not.toContain(secret)
  })

  test('prevents another process from using its data directory', async ({ expect }) => {
    const { service, dataDir } = await started()
    await expect(openDatabase({ dataDir, log: () => {} })).rejects.toThrow(
      `The data directory ${dataDir} is in use by process ${service.pid}. Stop that process, or set DATA_DIR to another directory.`,
    )
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
  })

  test('prevents a second service from using its data directory, with one line', { tags: 'long' }, async ({
    expect,
  }) => {
    const { service, dataDir } = await started()
    const second = startProcess({ DATA_DIR: dataDir, PORT: String(await freePort()) })
    expect(await second.ended).toBe(1)
    expect(second.stderr()).toBe(
      `The data directory ${dataDir} is in use by process ${service.pid}. Stop that process, or set DATA_DIR to another directory.\n`,
    )
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
  })
})

describe('a service that is killed', () => {
  test('together with its database has lost nothing that it acknowledged, has a sound audit log, and needs no manual work; an uncaught error stops it as a signal does', async () => {
    const { service: first, environment, demo } = await started()
    const writing = await startWriting(first.url, demo)
    await expect.poll(() => Math.min(writing.profiles.length, writing.answers.size)).toBeGreaterThan(30)
    process.kill(first.pid, 'SIGKILL')
    process.kill(postmasterPid(environment.DATA_DIR) as number, 'SIGKILL')
    await first.ended
    const { profiles, answers } = await writing.stopped()

    const throwing = `process.on('SIGUSR2', () => { throw new Error('planted') })`
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(throwing)}`
    const again = startProcess({ ...environment, NODE_OPTIONS })
    await again.ready()
    const call = await callOf(again, demo)
    const found = await readProfileIds(call)
    expect(profiles.filter((id) => !found.has(id))).toEqual([])
    const { profiles: kofi } = (await call('GET', '/profiles?search=Kofi')).body
    // This start is also used for the other ends: an uncaught error, and a signal while the service is stopping.
    const slow = await openSlowRequest(again)
    process.kill(again.pid, 'SIGUSR2')
    await expectStop(again, slow, environment.DATA_DIR, 1)
    expect(again.stdout()).toMatch(/"level":"fatal".*planted/)
    const accountId = demo.accounts.demo?.id ?? ''
    const { sheet, told, audit } = await readStored(environment.DATA_DIR, accountId, kofi[0].id)
    expect(audit.accounts.flatMap(({ faults }) => faults)).toEqual([])
    // Each has one event, and no event is of a person who isn't there.
    expect(told.filter((id) => !found.has(id))).toEqual([])
    expect(profiles.filter((id) => told.filter((one) => one === id).length !== 1)).toEqual([])
    for (const [item, { value, seq }] of answers) {
      const stored = sheet.get(item)
      expect(stored?.seq).toBeGreaterThanOrEqual(seq)
      if (stored?.seq === seq) expect(stored.value).toBe(value)
    }
  })

  test('during seeding clears the data and seeds again', { tags: 'long' }, async ({ expect }) => {
    const environment = {
      DATA_DIR: await copyDataDir('empty'),
      PORT: String(await freePort()),
      RATE_LIMITS: 'off',
    }
    const first = startProcess(environment)
    const note = join(environment.DATA_DIR, 'demo.seeding')
    await expect.poll(() => existsSync(note), { timeout: 30_000, interval: 20 }).toBe(true)
    await setTimeout(200)
    process.kill(first.pid, 'SIGKILL')
    await first.ended
    const before: string[] = JSON.parse(readFileSync(note, 'utf8'))
    expect(existsSync(join(environment.DATA_DIR, 'demo.json'))).toBe(false)
    // The audit must not miss accounts that are about to be deleted.
    expect(existsSync(join(environment.DATA_DIR, 'audit-heads.jsonl'))).toBe(false)

    const again = startProcess(environment)
    await again.ready()
    expect(existsSync(note)).toBe(false)
    const call = await callOf(again, readDemo(environment.DATA_DIR))
    expect((await call('GET', '/profiles')).body.pagination.total).toBe(40)
    expect(await again.stop()).toBe(0)
    const opened = await openDatabase({ dataDir: environment.DATA_DIR, log: () => {} })
    const left = await opened.database.inSystem((sql) => sql.rows<{ id: string }>('select id from account'))
    await opened.close()
    expect(left).toHaveLength(6)
    expect(left.filter(({ id }) => before.includes(id))).toEqual([])
  })
})

describe('a service that is stopped', () => {
  test('twice, with its whole process group, completes requests in progress, leaves its database stopped and exits 0; without the demo it had no mailbox, no demo.json and no account', {
    tags: 'long',
  }, async () => {
    const { service, environment } = await startEmpty()
    for (const path of ['/dev/mailbox', '/dev/mailbox.json']) {
      expect((await fetch(service.url + path)).status).toBe(404)
    }
    expect(existsSync(join(environment.DATA_DIR, 'demo.json'))).toBe(false)
    expect(await service.announcement()).not.toMatch(/mailbox|\/login\//)
    expect((await fetch(`${service.url}/login/tmb_login_x`)).status).toBe(404)
    const slow = await openSlowRequest(service)
    process.kill(-service.pid, 'SIGTERM')
    await expectStop(service, slow, environment.DATA_DIR, 0)
    expect(service.stderr()).toBe('')
  })
})

describe('a start that fails', { concurrent: true }, () => {
  // In short runs a file that was changed ends a start, in test/changed-content.test.ts.
  test('prints one line for each error of the environment, and exits 1 without a stack trace', {
    tags: 'long',
  }, async ({ expect }) => {
    const wrong = { PORT: 'many', DEMO: 'perhaps', MAIL_URL: 'pigeon:', LOG_LEVEL: 'loud', TRIAL_DAY: '3' }
    const service = startProcess({ ...wrong, DATA_DIR: newDataDir() })
    expect(await service.ended).toBe(1)
    const lines = service.stderr().trim().split('\n')
    expect(lines.map((line) => line.split(':')[0]).sort()).toEqual(Object.keys(wrong).sort())
    expect(service.stdout()).toBe('')
  })

  test('names the port in use', { tags: 'long' }, async ({ expect }) => {
    const { service, environment, stop } = await startOnTaken()
    expect(await service.ended).toBe(1)
    stop()
    expect(service.stderr()).toBe(
      `PORT: ${environment.PORT} is in use by another program. Stop that one, or set PORT to another number.\n`,
    )
  })
})

type Listed = { state: string; email: string | null; isCompleted: boolean; dateStarted: string | null }

/** The first start has seeded; the assertions are about a later one, which finds everything. */
async function startAgain() {
  const PORT = String(await freePort())
  const dataDir = await copyDemoDir(PORT)
  const environment = { DATA_DIR: dataDir, PORT, RATE_LIMITS: 'off' }
  const publicUrl = `http://localhost:${PORT}`
  const before = withPort(await firstStartOutput('demo'), PORT)
  const service = startProcess(environment)
  const seconds = await service.ready()
  console.info(`second start ${seconds.toFixed(1)} s`)
  return { service: { ...service, publicUrl }, environment, before, dataDir, demo: readDemo(dataDir) }
}

async function startEmpty() {
  const environment = { DATA_DIR: await copyDataDir('empty'), PORT: String(await freePort()), DEMO: 'off' }
  const service = startProcess(environment)
  await service.ready()
  return { service, environment }
}

async function startOnTaken() {
  const holder = createServer()
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve))
  const { port } = holder.address() as { port: number }
  const environment = { ...(await ownDatabase()), PORT: String(port) }
  return { service: startProcess(environment), environment, stop: () => holder.close() }
}

/** A database on this run's server, to save the time for a new cluster. */
async function ownDatabase() {
  const { url } = await createTestDatabase()
  const SECRET_KEY = randomBytes(32).toString('base64url')
  return { DATABASE_URL: url, SECRET_KEY, DATA_DIR: newDataDir(), DEMO: 'off', PORT: '0' }
}

/** It is stopping: it takes no new request, completes the one in progress, and ignores a further signal. */
async function expectStop(
  service: Running,
  slow: { finish: () => Promise<string> },
  dataDir: string,
  code: number,
): Promise<void> {
  await expect.poll(() => fetch(service.url).catch(() => 'refused')).toBe('refused')
  process.kill(-service.pid, 'SIGTERM')
  expect(await slow.finish()).toMatch(/^HTTP\/1\.1 401 /)
  expect(await service.ended).toBe(code)
  expect(postmasterPid(dataDir)).toBeUndefined()
  expect(existsSync(join(dataDir, 'timbre.lock'))).toBe(false)
}

function readDemo(dataDir: string): DemoFile {
  return JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'))
}

function tokenOf(service: Pick<Running, 'url'>, demo: DemoFile): Promise<string> {
  const { demo: account } = demo.accounts
  if (!account) throw new Error('demo.json names no demo account')
  return signIn(`${service.url}/api/v4`, account)
}

async function callOf(service: Pick<Running, 'url'>, demo: DemoFile) {
  return callAs(`${service.url}/api/v4`, await tokenOf(service, demo))
}

async function readStored(dataDir: string, accountId: string, profileId: string) {
  const opened = await openDatabase({ dataDir, log: () => {} })
  const key = { accountId, profileId, attempt: 1 }
  const [sheet, created] = await opened.database.inAccount(accountId, (sql) =>
    Promise.all([
      readSittingAnswers(sql, key),
      sql.rows<{ id: string }>(
        `select body->'data'->>'profileId' as id from event where type = 'profile.created'`,
      ),
    ]),
  )
  const secretKey = createSecretKeyring(
    await readSecretKeys({ secretKey: undefined, previousSecretKeys: [], dataDir }),
  )
  const audit = await verifyAudit({ database: opened.database, secretKey }, dataDir)
  await opened.close()
  return { sheet: sheet.focus, told: created.map(({ id }) => id), audit }
}

/** A sign-in request of which half the body has been sent; `finish` sends the rest and returns the answer. */
async function openSlowRequest({ url }: Running) {
  const body = JSON.stringify({
    grant_type: 'client_credentials',
    client_id: 'nobody',
    client_secret: 'none',
  })
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  let answer = ''
  socket.setEncoding('utf8').on('data', (text) => {
    answer += text
  })
  const head = `POST /api/v4/auth HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
  socket.write(head + body.slice(0, 20))
  await setTimeout(200)
  return {
    async finish() {
      socket.write(body.slice(20))
      await new Promise((resolve) => socket.once('close', resolve))
      return answer
    },
  }
}
