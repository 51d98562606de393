import { randomBytes, randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { inject } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { type AccountPlan, type DemoAccount, openAccount } from '../../src/demo/account.ts'
import type { SentResponse } from '../../src/http/response-tap.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { createLog } from '../../src/platform/log.ts'
import { type Service, startService } from '../../src/start/service.ts'
import type { ServiceOptions } from '../../src/start/service-options.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { afterFile } from './file-cleanup.ts'
import { responseFaults } from './openapi-checks.ts'
import { noteCaller, noteDatabase } from './sandbox-mode.ts'

export type TestService = {
  service: Service
  url: string
  baseUrl: string
  db: TestDatabase
  /** The service's log so far. */
  logged: () => string
  /** A new account with a machine client of all scopes. */
  account: (plan?: Partial<AccountPlan>) => Promise<TestAccount>
}

export type TestAccount = DemoAccount & {
  token: string
  /** Calls the REST API as this account and reads the answer. */
  call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>
}

// biome-ignore lint/suspicious/noExplicitAny: what the service answers is what the tests examine, not what they trust.
export type Json = any

export type Answer = { status: number; headers: Headers; body: Json; text: string }

/**
 * The whole service on its own port and database; stopped after the last test of the file. It waits longer for its
 * database than a real one, and requests for their turn, so that a slow machine fails no test; tests about these limits
 * set `databasePatience: 1` or `admissionPatience: 1`.
 */
export async function startTestService(
  environment: Record<string, string> = {},
  options: Pick<
    ServiceOptions,
    | 'clock'
    | 'readDocument'
    | 'operations'
    | 'mcpTimeouts'
    | 'transformPages'
    | 'dashboardDocuments'
    | 'watchLimits'
    | 'limitsClock'
    | 'limitsDivisor'
    | 'databasePatience'
    | 'admissionPatience'
    | 'isStorageLow'
    | 'lookUpTxt'
    | 'tasksByHand'
  > & {
    db?: TestDatabase
  } = {},
): Promise<TestService> {
  const { db = await createTestDatabase(), ...more } = options
  const port = await freePort()
  // Test files that run at the same time must not share it.
  const dataDir = mkdtempSync(join(tmpdir(), 'timbre-service-'))
  const read = readConfig({
    PORT: String(port),
    ...databaseOf(db),
    SECRET_KEY: randomBytes(32).toString('base64url'),
    DATA_DIR: dataDir,
    DEMO: 'on',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'debug',
    DRAIN_SECONDS: '0',
    // Its worker would write while a test compares tables.
    WEBHOOKS: 'off',
    ...environment,
  })
  if ('errors' in read) throw new Error(read.errors.join('\n'))
  const lines: string[] = []
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const log = createLog(read.config.logLevel, sink)
  // Every answer in any test is checked against the OpenAPI document.
  const faults = new Set<string>()
  const responseTap = (answer: SentResponse) => {
    for (const fault of responseFaults(answer)) faults.add(fault)
  }
  const service = await startService({
    config: read.config,
    log,
    checkOutputs: true,
    databasePatience: 60,
    // To lock it, a program is started.
    hasOwnDataDir: environment.DATA_DIR === undefined,
    admissionPatience: 600,
    responseTap,
    // No test asks the name servers of its machine.
    lookUpTxt: async () => [],
    ...more,
  })
  afterFile(async () => {
    await service.stop()
    rmSync(dataDir, { recursive: true, force: true })
    if (faults.size > 0)
      throw new Error(`Answers that the description does not allow:\n${[...faults].join('\n')}`)
  })
  const baseUrl = `${service.url}/api/v4`
  noteDatabase(baseUrl, db)
  const account = async (plan: Partial<AccountPlan> = {}) => {
    const made = await openAccount(service.parts, {
      id: newPublicId(),
      name: 'Test account',
      owner: 'owner@test.test',
      daysAgo: 0,
      ...plan,
    })
    const token = await signIn(baseUrl, made)
    return { ...made, token, call: callAs(baseUrl, token) }
  }
  return { service, url: service.url, baseUrl, db, logged: () => lines.join(''), account }
}

function databaseOf(db: TestDatabase): Record<string, string> {
  const port = inject('poolerPort')
  if (port === undefined || db.runtime === undefined) return { DATABASE_URL: db.url }
  const { user, password, database } = db.runtime
  const DATABASE_URL = `postgres://${user}:${password}@127.0.0.1:${port}/${database}`
  return { DATABASE_URL, DATABASE_DIRECT_URL: db.url, DATABASE_POOLER: 'transaction' }
}

export async function signIn(
  baseUrl: string,
  { clientId, clientSecret }: Pick<DemoAccount, 'clientId' | 'clientSecret'>,
  scope?: string,
): Promise<string> {
  const response = await fetch(`${baseUrl}/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      ...(scope ? { scope } : {}),
    }),
  })
  const { access_token } = (await response.json()) as { access_token: string }
  return access_token
}

export function callAs(baseUrl: string, token: string): TestAccount['call'] {
  const call: TestAccount['call'] = async (method, path, body, headers = {}) => {
    return send(baseUrl + path, method, body, { authorization: `Bearer ${token}`, ...headers })
  }
  noteCaller(call, baseUrl, token)
  return call
}

/** Like `fetch`, with a third of its work, which tens of thousands of calls would notice; without compression. */
function send(url: string, method: string, body: unknown, headers: Record<string, string>): Promise<Answer> {
  const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  const ofBody =
    sent === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(sent)) }
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, agent, headers: { ...ofBody, ...headers } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('error', reject)
      response.once('end', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        const { statusCode: status = 0, rawHeaders } = response
        resolve({ status, headers: headersOf(rawHeaders), body: parse(text), text })
      })
    })
    asked.once('error', reject)
    asked.end(sent)
  })
}

const agent = new Agent({ keepAlive: true })

function headersOf(raw: readonly string[]): Headers {
  const headers = new Headers()
  for (let at = 0; at < raw.length; at += 2) headers.append(raw[at] as string, raw[at + 1] as string)
  return headers
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * A port where nothing listens, below those that systems give to outgoing connections (from 32768 on Linux): one of the
 * thousands that other tests open could take it before the caller listens there. From 11,000, since `fetch` and browsers
 * refuse port 10080 (Fetch standard, "port blocking").
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(11_000, 32_768)
    const server = createServer()
    const isFree = new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
    })
    if (!(await isFree)) continue
    await new Promise((resolve) => server.close(resolve))
    return port
  }
}
