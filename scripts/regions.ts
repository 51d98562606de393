import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, relative, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { zones } from '../src/config-addresses.ts'
import type { DemoFile } from '../src/demo/seed.ts'

/**
 * `npm run regions` starts three regions on this machine to try out: `us` with the authorization server, `eu` and
 * `sea`, each a process with its own database and demo. The first Ctrl-C or SIGTERM stops all three.
 */

type Zone = (typeof zones)[number]
type Region = { zone: Zone; url: string; folder: string; child: ChildProcess; ended: Promise<unknown> }

const root = join(import.meta.dirname, '..')

/** The environment of one region. Settings for a single service in an .env file do not apply. */
export function environmentOf(
  zone: Zone,
  { folder, firstPort, secret }: { folder: string; firstPort: number; secret: string },
): Record<string, string> {
  const addressOf = (one: Zone) => `http://localhost:${firstPort + zones.indexOf(one)}`
  const others = [
    'DATABASE_URL',
    'SECRET_KEY',
    'DEFAULT_URL',
    'MAIL_URL',
    'MAIL_FROM',
    'SMS_URL',
    'SMS_COUNTRIES',
  ]
  return {
    ...Object.fromEntries([...others, 'DEMO', 'NODE_ENV'].map((name) => [name, ''])),
    HOST: '127.0.0.1',
    PORT: String(firstPort + zones.indexOf(zone)),
    PUBLIC_URL: addressOf(zone),
    DATA_DIR: join(folder, zone),
    REGION: zone,
    REGIONS: zones.map((one) => `${one}=${addressOf(one)}/api`).join(','),
    REGION_SECRET: secret,
    AUTH_URL: addressOf('us'),
  }
}

async function main(): Promise<void> {
  const options = {
    port: { type: 'string', default: '3001' },
    data: { type: 'string', default: 'data/regions' },
  }
  const { values } = parseArgs({ options: options as { port: { type: 'string' }; data: { type: 'string' } } })
  const firstPort = Number(values.port)
  const folder = resolve(root, String(values.data))
  if (!Number.isInteger(firstPort) || firstPort < 1 || firstPort > 65_533)
    throw new Error('--port: must be a port')
  for (const index of zones.keys()) await needPort(firstPort + index)
  const secret = readSecret(folder)
  const running = zones.map((zone) => start(zone, folder, environmentOf(zone, { folder, firstPort, secret })))
  let stopping = false
  const stop = async () => {
    stopping = true
    for (const { child } of running) child.kill('SIGTERM')
    await Promise.all(running.map(({ ended }) => ended))
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop())
  const gone = running.map(async (region) => {
    await region.ended
    if (!stopping) throw new Error(`${region.zone} ended:\n${lastWords(region)}`)
  })
  const allGone = Promise.all(gone).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  process.stdout.write(
    'Starting three regions; the first start seeds three demos and takes a minute or less.\n',
  )
  await Promise.race([allGone, Promise.all(running.map((region) => ready(region)))])
  if (!stopping) process.stdout.write(printRegions(running))
  await allGone
}

/** The same secret at each start, readable by its owner only. */
function readSecret(folder: string): string {
  const file = join(folder, 'region.secret')
  mkdirSync(folder, { recursive: true })
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600 })
  return readFileSync(file, 'utf8')
}

async function needPort(port: number): Promise<void> {
  const server = createServer()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening').catch(() => {
    throw new Error(
      `Port ${port} is in use by another program. Choose others with: npm run regions -- --port 4001`,
    )
  })
  server.close()
  await once(server, 'close')
}

function start(zone: Zone, folder: string, environment: Record<string, string>): Region {
  const own = join(folder, zone)
  mkdirSync(own, { recursive: true })
  const log = openSync(logOf(own), 'w', 0o600)
  const child = spawn(process.execPath, ['--max-semi-space-size=16', 'src/main.ts'], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  return { zone, url: String(environment.PUBLIC_URL), folder: own, child, ended: once(child, 'exit') }
}

const logOf = (folder: string) => join(folder, 'service.log')

function lastWords({ folder }: Region): string {
  return readFileSync(logOf(folder), 'utf8').trim().split('\n').slice(-5).join('\n')
}

async function ready({ url }: Region): Promise<void> {
  const answers = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await answers())) await setTimeout(200, undefined, { ref: false })
}

function printRegions(regions: readonly Region[]): string {
  const rows = [['REGION', 'START PAGE', 'API', 'CREDENTIALS', 'LOG']]
  for (const { zone, url, folder } of regions) {
    const near = (name: string) => relative(process.cwd(), join(folder, name))
    rows.push([zone, `${url}/`, `${url}/api/v4`, near('demo.json'), near('service.log')])
  }
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  const table = rows.map((row) =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd(),
  )
  const [us, eu, sea] = regions as [Region, Region, Region]
  const { clientId, clientSecret } = readDemo(eu)
  return [
    '',
    ...table,
    '',
    `  People sign in at ${us.url}/sign-in, for accounts in all three; ada@northwind.test has one in each.`,
    `  Codes arrive at ${us.url}/dev/mailbox`,
    '',
    'An account of eu is told its way by every other region (421), and served at home (200):',
    '',
    `  curl -iw '\\n' -X POST -u ${clientId}:${clientSecret} ${us.url}/api/v4/auth`,
    `  TOKEN=$(curl -s -X POST -u ${clientId}:${clientSecret} ${eu.url}/api/v4/auth | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
    `  curl -iw '\\n' -H "Authorization: Bearer $TOKEN" ${sea.url}/api/v4/account; curl -iw '\\n' -H "Authorization: Bearer $TOKEN" ${eu.url}/api/v4/account`,
    '',
    'Stop all three with Ctrl-C.',
    '',
  ].join('\n')
}

function readDemo({ folder }: Region): { clientId: string; clientSecret: string } {
  const file = join(folder, 'demo.json')
  const demo = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as DemoFile) : undefined
  return demo?.accounts.demo ?? { clientId: '$CLIENT_ID', clientSecret: '$CLIENT_SECRET' }
}

if (import.meta.main) {
  await main().then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
      process.exit(1)
    },
  )
}
