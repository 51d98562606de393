import { renderUnicodeCompact } from 'uqr'
import type { DemoFile } from './demo/seed.ts'

export type StartupInfo = {
  version: string
  seconds: number
  /** The public address of the service, without a trailing slash. */
  url: string
  dataDir: string
  /** Unsafe settings, one line each. */
  warnings?: readonly string[] | undefined
  demo?: DemoFile | undefined
  /** The one-time sign-in link of the demo's owner. */
  signInLink?: string | undefined
  /** Whether the address implies a proxy although TRUSTED_PROXIES is empty. */
  isProxyUnnamed?: boolean
  /** Whether the output is a terminal. The QR code is printed only there. */
  isTerminal: boolean
}

/** The table that the start prints: only what a newcomer needs next, in that order. */
export function startupMessage(info: StartupInfo): string {
  const { version, seconds, url, dataDir, demo, warnings = [] } = info
  const data = demo
    ? `data: ${dataDir} (demo data, credentials in ${dataDir}/demo.json, remove with: npm run demo:reset)`
    : `data: ${dataDir}`
  const rows = [...(demo ? demoRows(info, demo) : ownRows(url)), ...proxyRows(info)]
  const width = Math.max(...rows.map(({ name }) => name.length))
  const lines = rows.flatMap(({ name, address, more = [] }) => [
    `  ${name.padEnd(width)}  ${address}`,
    ...more.map((line) => `  ${' '.repeat(width)}  ${line}`),
  ])
  const head = `Timbre ${version} ready in ${seconds.toFixed(1)} s  ${data}`
  const qr = demo && info.isTerminal ? `${qrCode(takeLinkOf(demo, url), url)}\n` : ''
  const warningLines = warnings.map((warning) => `  Warning: ${warning}\n`).join('')
  return `\n${head}\n\n${lines.join('\n')}\n\n${warningLines && `${warningLines}\n`}${qr}`
}

type Row = { name: string; address: string; more?: string[] }

function demoRows({ url, signInLink }: StartupInfo, demo: DemoFile): Row[] {
  const { owner, clientId, clientSecret } = demo.accounts.demo ?? {}
  const token = `${url}/api/v4/auth -d grant_type=client_credentials`
  const link = signInLink
    ? [`${owner}, one-time sign-in link, valid for 24 hours: ${signInLink}`]
    : [`sign in as ${owner}`]
  return [
    { name: 'Dashboard', address: `${url}/`, more: link },
    { name: 'Assessment', address: takeLinkOf(demo, url), more: ['the invite link of Kofi Mensah'] },
    {
      name: 'Mailbox',
      address: `${url}/dev/mailbox`,
      more: ['shows every email and text message instead of sending it'],
    },
    { name: 'API docs', address: `${url}/docs`, more: [`curl -s -u ${clientId}:${clientSecret} ${token}`] },
    mcpRow(url),
    {
      name: 'Sample app',
      address: sampleCommand(url),
      more: ['signs in with OAuth and PKCE: leave out a permission and see the 403'],
    },
  ]
}

function ownRows(url: string): Row[] {
  return [
    { name: 'Dashboard', address: `${url}/` },
    { name: 'API docs', address: `${url}/docs`, more: [`base URL of the API: ${url}/api/v4`] },
    mcpRow(url),
    { name: 'Health', address: `${url}/readyz` },
  ]
}

function proxyRows({ isProxyUnnamed }: StartupInfo): Row[] {
  if (!isProxyUnnamed) return []
  const more = [
    'rate limits count everyone behind the proxy as one network until you set the address of the proxy',
  ]
  return [{ name: 'Proxy', address: 'TRUSTED_PROXIES is empty', more }]
}

function mcpRow(url: string): Row {
  return {
    name: 'MCP',
    address: `${url}/mcp`,
    more: [`claude mcp add --transport http timbre ${url}/mcp`, `other assistants: ${url}/docs/connect`],
  }
}

/** Without an argument the sample app uses the default address. */
function sampleCommand(url: string): string {
  return url === 'http://localhost:3000' ? 'npm run sample' : `npm run sample -- ${url}`
}

/** The port may have changed since the demo was seeded, so the current address replaces the stored one. */
function takeLinkOf(demo: DemoFile, url: string): string {
  return url + demo.takeLink.slice(demo.url.length)
}

/** The demo listens on loopback only, so a phone reaches it only through a forwarded port. */
function qrCode(link: string, url: string): string {
  const port = new URL(url).port || '80'
  const squares = renderUnicodeCompact(link)
    .split('\n')
    .map((line) => `  ${line}`)
  const hint = `  To take the assessment on a phone, connect it by USB and run: adb reverse tcp:${port} tcp:${port}`
  return `${hint}\n\n${squares.join('\n')}\n`
}
