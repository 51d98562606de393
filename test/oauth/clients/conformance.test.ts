import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '../../support/service.ts'
import { registerApp } from '../../support/third-party.ts'
import { openOAuthFixture } from '../oauth-fixture.ts'

// In `npm test`, test/mcp/conformance/ has another run of this package.
// @module-tag long

type Check = { id: string; status: string; errorMessage?: string }

/** Checks that cannot pass, each with its reason. None at present. */
const expectedFailures: Record<string, string> = {}

test('the authorization command of the MCP conformance package passes all its checks', async () => {
  const fixture = await openOAuthFixture()
  const port = await freePort()
  const app = await registerApp(fixture.authUrl, { redirect_uris: [`http://127.0.0.1:${port}/callback`] })
  const folder = mkdtempSync(join(tmpdir(), 'timbre-conformance-'))
  const root = join(import.meta.dirname, '../../..')
  const child = spawn(
    process.execPath,
    [
      join(root, 'node_modules/@modelcontextprotocol/conformance/dist/index.js'),
      ...['authorization', '--url', fixture.authUrl, '--client-id', app.clientId],
      ...['--resource', `${fixture.url}/mcp`, '--port', String(port), '--output-dir', folder],
    ],
    { cwd: folder, env: { PATH: process.env.PATH ?? '' }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let printed = ''
  let isAnswered = false
  const read = (text: string) => {
    printed += text
    const [address] = /^http\S*\/oauth\/authorize\?\S+$/m.exec(printed) ?? []
    if (!address || isAnswered || !printed.includes('Waiting up to')) return
    isAnswered = true
    // The command acts as the app and listens at the redirect URI.
    void fixture.owner.authorize(address).then((back) => fetch(back))
  }
  child.stdout.setEncoding('utf8').on('data', read)
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  const checks = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('checks.json'))
    .flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Check[])
  rmSync(folder, { recursive: true, force: true })
  const others = checks.filter(({ id, status }) => status !== 'SUCCESS' && !(id in expectedFailures))
  expect(others, printed).toEqual([])
  expect(checks.map(({ id }) => id).sort(), printed).toEqual([
    'authorization-code-grant',
    'authorization-server-metadata',
    'authorization-server-metadata-cimd',
  ])
  expect(code, printed).toBe(0)
})
