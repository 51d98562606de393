import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { completePerson } from '../../support/inputs.ts'
import { startTestService } from '../../support/service.ts'
import { openTokenProxy } from '../../support/token-proxy.ts'

// A list beside this file names each check of what a revision of the protocol requires that this service does not
// pass, with the reason. A check that fails newly fails here, and so does one that is named and passes.

const revisions = ['2025-11-25', '2026-07-28']
const listOf = (revision: string) => join(import.meta.dirname, `${revision}.yml`)

let address: string
beforeAll(async () => {
  const running = await startTestService()
  const account = await running.account()
  await completePerson(running, account, 'done')
  address = (await openTokenProxy(running.url, account.token)).url
})

describe.each(revisions)('65. what %s requires of a server', (revision) => {
  test('65. is met but for what is named, each with its reason', async () => {
    const { code, printed } = await run(revision)
    expect(code, printed).toBe(0)
  })

  test('65. every line of what is named says why', () => {
    const lines = readFileSync(listOf(revision), 'utf8').split('\n').filter(Boolean)
    expect(lines.shift()).toBe('server:')
    const named = lines
      .map((line, at) => ({ line, before: lines[at - 1] ?? '' }))
      .filter(({ line }) => !/^ *#/.test(line))
    expect(named.length).toBeGreaterThan(0)
    for (const { line, before } of named) {
      expect(line).toMatch(/^ {2}- [a-z0-9-]+:[a-z0-9-]+$/)
      expect(before, line).toMatch(/^ {2}# [A-Z].{20,}\.$/)
    }
  })
})

/** Runs the package's command for one revision, as anybody would. */
async function run(revision: string): Promise<{ code: number | null; printed: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'timbre-conformance-'))
  const command = join(
    import.meta.dirname,
    '../../../node_modules/@modelcontextprotocol/conformance/dist/index.js',
  )
  const child = spawn(
    process.execPath,
    [
      ...[command, 'server', '--url', address, '--requirements', revision],
      ...['--expected-failures', listOf(revision), '--output-dir', folder],
    ],
    { cwd: folder, env: { PATH: process.env.PATH ?? '' }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let printed = ''
  const read = (text: string) => {
    printed += text
  }
  child.stdout.setEncoding('utf8').on('data', read)
  child.stderr.setEncoding('utf8').on('data', read)
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  rmSync(folder, { recursive: true, force: true })
  return { code, printed }
}
