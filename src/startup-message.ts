import { renderUnicodeCompact } from 'uqr'
import type { DemoFile } from './demo/seed.ts'

export type StartupInfo = {
  version: string
  seconds: number
  /** Where the service answers, without a slash at the end. */
  url: string
  dataDir: string
  /** What is unsafe in how it runs, a line each. */
  warnings?: readonly string[] | undefined
  demo?: DemoFile | undefined
  /** The one-time link of the demo's owner. */
  signInLink?: string | undefined
  /** Whether the address says that a proxy stands in front, and none is named in TRUSTED_PROXIES. */
  isProxyUnnamed?: boolean
  /** Whether somebody looks at a terminal; a picture of squares would only fill a file. */
  isTerminal: boolean
}

/** What the start prints: what a newcomer needs next, in the order in which they need it, and nothing else. */
export function startupMessage(started: StartupInfo): string {
  const { version, seconds, url, dataDir, demo, warnings = [] } = started
  const data = demo
    ? `data: ${dataDir} (demo seeded, credentials in ${dataDir}/demo.json, reset: npm run demo:reset)`
    : `data: ${dataDir}`
  const rows = [...(demo ? demoRows(started, demo) : ownRows(url)), ...proxyRows(started)]
  const width = Math.max(...rows.map(({ name }) => name.length))
  const lines = rows.flatMap(({ name, address, more = [] }) => [
    `  ${name.padEnd(width)}  ${address}`,
    ...more.map((line) => `  ${' '.repeat(width)}  ${line}`),
  ])
  const head = `Timbre ${version} ready in ${seconds.toFixed(1)} s  ${data}`
  const code = demo && started.isTerminal ? `${codeFor(takeLinkOf(demo, url), url)}\n` : ''
  const warningLines = warnings.map((warning) => `  Warning: ${warning}\n`).join('')
  return `\n${head}\n\n${lines.join('\n')}\n\n${warningLines && `${warningLines}\n`}${code}`
}

type Row = { name: string; address: string; more?: string[] }

function demoRows({ url, signInLink }: StartupInfo, demo: DemoFile): Row[] {
  const { owner, clientId, clientSecret } = demo.accounts.demo ?? {}
  const token = `${url}/api/v4/auth -d grant_type=client_credentials`
  const link = signInLink ? [`${owner}, one-time link for 24 hours: ${signInLink}`] : [`sign in as ${owner}`]
  return [
    { name: 'Dashboard', address: `${url}/`, more: link },
    { name: 'Take one', address: takeLinkOf(demo, url), more: ['as Kofi Mensah'] },
    { name: 'Mailbox', address: `${url}/dev/mailbox`, more: ['every email and text message lands here'] },
    { name: 'API docs', address: `${url}/docs`, more: [`curl -s -u ${clientId}:${clientSecret} ${token}`] },
    mcpRow(url),
    { name: 'Sample app', address: sampleCommand(url), more: ['OAuth with PKCE: deny a scope, see the 403'] },
  ]
}

function ownRows(url: string): Row[] {
  return [
    { name: 'Dashboard', address: `${url}/` },
    { name: 'API docs', address: `${url}/docs`, more: [`the API itself: ${url}/api/v4`] },
    mcpRow(url),
    { name: 'Health', address: `${url}/readyz` },
  ]
}

function proxyRows({ isProxyUnnamed }: StartupInfo): Row[] {
  if (!isProxyUnnamed) return []
  const more = [
    'all people behind the proxy count as one network, and one can use up what all have: name its address',
  ]
  return [{ name: 'Proxy', address: 'TRUSTED_PROXIES is empty', more }]
}

function mcpRow(url: string): Row {
  return {
    name: 'MCP',
    address: `${url}/mcp`,
    more: [`claude mcp add --transport http timbre ${url}/mcp`, `other programs: ${url}/docs/connect`],
  }
}

/** The app asks the usual address where it is told no other. */
function sampleCommand(url: string): string {
  return url === 'http://localhost:3000' ? 'npm run sample' : `npm run sample -- ${url}`
}

/** The port may have changed since the demo was seeded. */
function takeLinkOf(demo: DemoFile, url: string): string {
  return url + demo.takeLink.slice(demo.url.length)
}

/** The demo listens on this machine alone, so only a phone whose port is forwarded here can follow. */
function codeFor(link: string, url: string): string {
  const port = new URL(url).port || '80'
  const squares = renderUnicodeCompact(link)
    .split('\n')
    .map((line) => `  ${line}`)
  const how = `  Take one on a phone that reaches ${url}, such as over a cable with: adb reverse tcp:${port} tcp:${port}`
  return `${how}\n\n${squares.join('\n')}\n`
}
