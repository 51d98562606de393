import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { completePerson } from '../../support/inputs.ts'
import { startTestService, type TestAccount, type TestService } from '../../support/service.ts'

// The Inspector's command line as an oracle: it checks schemas for what some hosts would refuse.

let running: TestService
let account: TestAccount
let profileId: string
const home = mkdtempSync(join(tmpdir(), 'timbre-inspector-'))
beforeAll(async () => {
  running = await startTestService()
  account = await running.account()
  profileId = await completePerson(running, account, 'done')
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

type Ended = { code: number | null; stdout: string; stderr: string }

/** Runs `mcp-inspector --cli` against the endpoint; its own files go to a folder of this test. */
async function inspect(...words: string[]): Promise<Ended> {
  const command = join(import.meta.dirname, '../../../node_modules/.bin/mcp-inspector')
  const child = spawn(
    process.execPath,
    [
      ...[command, '--cli', `${running.url}/mcp`, '--transport', 'http'],
      ...['--header', `Authorization: Bearer ${account.token}`, ...words],
    ],
    { cwd: home, env: { PATH: process.env.PATH ?? '', HOME: home }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const printed = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      printed[stream] += text
    })
  }
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { code, ...printed }
}

async function listsStrictly(era: 'legacy' | 'modern'): Promise<void> {
  const { code, stdout, stderr } = await inspect('--method', 'tools/list', '--strict', '--protocol-era', era)
  expect([code, stderr]).toEqual([0, ''])
  expect(JSON.parse(stdout).tools.length).toBeGreaterThan(6)
}

test('the Inspector finds no problem in the schemas for any host', { tags: 'long' }, () =>
  listsStrictly('modern'),
)

test('nor does it in the earlier protocol', { tags: 'long' }, () => listsStrictly('legacy'))

test('it calls a tool', { tags: 'long' }, async () => {
  const called = await inspect(
    '--method',
    'tools/call',
    '--tool-name',
    'get_behavioral_summary',
    '--tool-arg',
    `profileId=${profileId}`,
  )
  expect([called.code, called.stderr]).toEqual([0, ''])
  expect(JSON.parse(called.stdout).structuredContent.debriefGenerated).toBe(true)
})

test('it lists prompts and resources, and gets a prompt', { tags: 'long' }, async () => {
  for (const [method, key] of [
    ['prompts/list', 'prompts'],
    ['resources/list', 'resources'],
    ['resources/templates/list', 'resourceTemplates'],
  ] as const) {
    const { code, stdout, stderr } = await inspect('--method', method)
    expect([code, stderr], method).toEqual([0, ''])
    expect(JSON.parse(stdout)[key].length, method).toBeGreaterThan(0)
  }
  const words = ['--prompt-name', 'who_has_not_finished']
  expect((await inspect('--method', 'prompts/get', ...words)).code).toBe(0)
})

test('it finds the summary’s card, which loads nothing from other hosts', { tags: 'long' }, async () => {
  const { code, stdout } = await inspect(
    ...['--method', 'tools/call', '--tool-name', 'get_behavioral_summary', '--app-info'],
  )
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    hasApp: true,
    resourceUri: expect.stringMatching(/^ui:/),
    resourceMimeType: 'text/html;profile=mcp-app',
    csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] },
  })
})

test('it fails without a valid token', { tags: 'long' }, async () => {
  const whole = account.token
  account.token = 'nothing'
  const { code } = await inspect('--method', 'tools/list')
  account.token = whole
  expect(code).not.toBe(0)
})
